import type { Compare, Overview } from '../../../server/contract/plant/overview.ts';
import { BulletBar } from '../../parts/BulletBar.tsx';
import { formatAxis, formatChange, formatCompleteness, formatValue, formatWithUnit, unitLabel } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';
import styles from './Kpis.module.css';
import { useLimited } from './useLimited.ts';
import { words } from './words.ts';

const Kpi = ({ name, compare, part }: { name: string; compare: Compare; part?: string | undefined }) => {
  const { value, unit, previous, changePct, completeness, estimated } = compare;
  return (
    <div className={styles.kpi}>
      <dt>{name}</dt>
      <dd>
        <span className={styles.value}>
          {formatValue(value, unit)} <span className={styles.unit}>{unitLabel(unit)}</span>
        </span>
        <BulletBar
          value={value}
          reference={previous}
          {...(estimated === undefined ? {} : { estimated })}
          label={words.barLabel(formatWithUnit(value, unit), formatWithUnit(previous, unit))}
        />
        <span className={styles.note}>
          {previous === null ? (
            words.noYesterday
          ) : (
            <>
              <strong>{formatChange(changePct)}</strong> {words.versusYesterday(formatValue(previous, unit))}
            </>
          )}
        </span>
        {part === undefined ? null : <span className={styles.note}>{part}</span>}
        {completeness < 99.95 ? (
          <span className={styles.note} data-provisional={completeness < 95 || undefined}>
            {words.complete(formatCompleteness(completeness))}
          </span>
        ) : null}
      </dd>
    </div>
  );
};

/** At most so many names; the rest is counted. */
const namesShown = 2;

/** A count that should be whole, and what is missing from it. */
const Share = ({ name, total, missing, none }: { name: string; total: number; missing: readonly string[]; none: string }) => (
  <div className={styles.kpi}>
    <dt>{name}</dt>
    <dd>
      <span className={styles.value} data-abnormal={missing.length > 0 || undefined}>
        {total === 0 ? text.noValue : words.share(total - missing.length, total)}
      </span>
      <span className={styles.note}>
        {total === 0 ? none : missing.slice(0, namesShown).join(', ')}
        {missing.length > namesShown ? ` ${words.andMore(missing.length - namesShown)}` : null}
      </span>
    </dd>
  </div>
);

/** Today so far against the same time yesterday, for the plant. */
export const Kpis = ({ overview }: { overview: Overview }) => {
  const { intake, consumption, energy, stock } = overview.kpis;
  const measured = overview.units.filter(({ type }) => type !== 'virtual');
  const limited = useLimited(overview.units);
  const { percent, maxCapacity } = stock;
  const part =
    percent === null || maxCapacity === null
      ? undefined
      : words.partOfCapacity(formatWithUnit(percent, '%'), `${formatAxis(maxCapacity)} ${unitLabel(stock.unit)}`);
  return (
    <dl className={styles.kpis} aria-label={words.today}>
      <Kpi name={words.kpi.intake} compare={intake} />
      <Kpi name={words.kpi.consumption} compare={consumption} />
      <Kpi name={words.kpi.stock} compare={stock} part={part} />
      <Kpi name={words.kpi.energy} compare={energy} />
      <Share
        name={words.kpi.quality}
        total={limited.length}
        missing={limited.filter(({ inside }) => !inside).map(({ name }) => name)}
        none={words.noLimits}
      />
      <Share
        name={words.kpi.units}
        total={measured.length}
        missing={measured.filter(({ online }) => !online).map(({ unitName }) => unitName)}
        none=""
      />
    </dl>
  );
};
