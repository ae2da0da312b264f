import type { Compare, Overview } from '../../../server/contract/overview.ts';
import { BulletBar } from '../../parts/BulletBar.tsx';
import { useServices } from '../../state/services.ts';
import { text } from '../../text/en.ts';
import { formatChange, formatCompleteness, formatValue, formatWithUnit, unitLabel } from '../../text/numbers.ts';
import styles from './Kpis.module.css';
import { limitsOf } from './limits.ts';

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
          label={text.overview.barLabel(formatWithUnit(value, unit), formatWithUnit(previous, unit))}
        />
        <span className={styles.note}>
          {previous === null ? (
            text.overview.noYesterday
          ) : (
            <>
              <strong>{formatChange(changePct)}</strong> {text.overview.versusYesterday(formatWithUnit(previous, unit))}
            </>
          )}
        </span>
        {part === undefined ? null : <span className={styles.note}>{part}</span>}
        {completeness < 99.95 ? (
          <span className={styles.note} data-provisional={completeness < 95 || undefined}>
            {text.overview.complete(formatCompleteness(completeness))}
          </span>
        ) : null}
      </dd>
    </div>
  );
};

/** A count that should be whole. */
const Share = ({ name, share, total, none }: { name: string; share: number; total: number; none: string }) => (
  <div className={styles.kpi}>
    <dt>{name}</dt>
    <dd>
      <span className={styles.value} data-abnormal={share < total || undefined}>
        {total === 0 ? text.noValue : text.overview.inLimits(share, total)}
      </span>
      {total === 0 ? <span className={styles.note}>{none}</span> : null}
    </dd>
  </div>
);

/** Today so far against the same time yesterday, for the plant. */
export const Kpis = ({ overview }: { overview: Overview }) => {
  const { values } = useServices();
  const { intake, consumption, energy, stock } = overview.kpis;
  const limited = overview.units.filter(({ type }) => type === 'quality').flatMap((unit) => limitsOf(unit, values));
  const inside = limited.filter(({ side }) => side === 'inside').length;
  const { percent, maxCapacity } = stock;
  const part =
    percent === null || maxCapacity === null
      ? undefined
      : text.overview.partOfCapacity(formatWithUnit(percent, '%'), formatWithUnit(maxCapacity, stock.unit));
  return (
    <dl className={styles.kpis} aria-label={text.overview.today}>
      <Kpi name={text.overview.kpi.intake} compare={intake} />
      <Kpi name={text.overview.kpi.consumption} compare={consumption} />
      <Kpi name={text.overview.kpi.stock} compare={stock} part={part} />
      <Kpi name={text.overview.kpi.energy} compare={energy} />
      <Share name={text.overview.kpi.quality} share={inside} total={limited.length} none={text.overview.noLimits} />
      <Share name={text.overview.kpi.devices} share={overview.devices.online} total={overview.devices.total} none="" />
    </dl>
  );
};
