import type { RainAnalytics } from '../../../server/contract/user/rainfall.ts';
import { SeriesBars } from '../../parts/charts/SeriesBars.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { language } from '../../text/language.ts';
import { formatUpTo, formatWithUnit } from '../../text/numbers.ts';
import { longDate } from '../../text/times.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

const known = (values: readonly (number | null)[]) => ({
  labels: words.months,
  values: values.map((value) => value ?? 0),
  quality: values.map((value) => (value === null ? 'M' : 'G')).join(''),
  unit: 'KL',
});

/** What the rain of a gauge could give in a usual year, and how large a store would pay. */
export const PotentialTab = ({ data }: { data: RainAnalytics }) => {
  const mm = Object.entries(data.monthlyNormalMm).sort(([a], [b]) => Number(a) - Number(b));
  return (
    <>
      <Facts
        label={words.figures}
        facts={[
          { key: 'store', name: words.storage, value: formatWithUnit(data.storageKL, 'KL') },
          { key: 'recommended', name: words.recommended, value: formatWithUnit(data.recommendedStorageKL, 'KL') },
          { key: 'reliability', name: words.reliability, value: formatWithUnit(data.reliabilityPct, '%') },
          {
            key: 'wettest',
            name: words.wettestDay,
            value: data.wettestDay === null ? '–' : formatWithUnit(data.wettestDay.mm, 'mm'),
            note: data.wettestDay === null ? undefined : longDate(data.wettestDay.date.split('/').reverse().join('-')),
          },
          { key: 'cv', name: words.cv, value: data.cvPct === null ? '–' : formatWithUnit(data.cvPct, '%') },
        ]}
      />
      <Panel id="months" title={words.byMonth} note={words.legend}>
        <SeriesBars of={known(data.potentialKLByMonth)} other={known(data.demandKLByMonth)} label={words.byMonthLabel} />
        {data.potentialFrom === null ? null : <p className={styles.quiet}>{words.from[data.potentialFrom]}</p>}
      </Panel>
      <Panel id="normals" title={words.normalMm}>
        <dl className={styles.months}>
          {mm.map(([month, value]) => (
            <div key={month}>
              <dt>{words.months[Number(month) - 1]}</dt>
              <dd>{value === null ? '–' : formatUpTo(value, 1)}</dd>
            </div>
          ))}
        </dl>
        {language() !== 'en' ? null : (
          <p className={styles.quiet}>
            {words.source(data.source)}. {data.normalSource ?? ''} {data.note}
          </p>
        )}
      </Panel>
    </>
  );
};
