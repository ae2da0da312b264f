import type { Trend } from '../../../server/contract/plant/readings/trend.ts';
import { CloseIcon } from '../../parts/icons.tsx';
import { Failed } from '../../parts/states.tsx';
import { useProfile } from '../../state/services.ts';
import { formatChange, formatCompleteness, formatFromTo, formatShare, formatWithUnit } from '../../text/numbers.ts';
import { clockTime, dateAndTime, dateOf, shortDate } from '../../text/times.ts';
import styles from './Trend.module.css';
import { changeOfTotals } from './trend/comparedTotals.ts';
import { dashOf } from './trend/marks.ts';
import type { Line } from './trend/useLine.ts';
import { words } from './words.ts';

export type TotalRow = {
  key: string;
  role: 'main' | 'compare' | 'overlay';
  name: string;
  line: Line;
  /** Beside a rate: what it added up to. */
  amount: Line | null;
  index: number;
  onRemove?: (() => void) | undefined;
};

type Props = { rows: readonly TotalRow[]; amounts: boolean; severalDays: boolean };

const provisionalBelow = 95;

const Sample = ({ role, amounts, index }: Pick<TotalRow, 'role' | 'index'> & { amounts: boolean }) => (
  <svg className={styles.sample} viewBox="0 0 28 12" aria-hidden="true">
    {role === 'main' && amounts ? (
      <rect x="3" y="0" width="22" height="12" fill="var(--hw-bar)" />
    ) : role === 'compare' ? (
      <path d="M1 9h9V3h9v6h8" fill="none" stroke="var(--hw-text)" strokeWidth="1.25" />
    ) : (
      <path
        d="M0 6h28"
        fill="none"
        stroke="var(--hw-live)"
        strokeWidth="2.25"
        strokeDasharray={role === 'main' ? undefined : dashOf(index).join(' ')}
      />
    )}
  </svg>
);

const totalOf = ({ line, amount }: TotalRow): { value: number | null; unit: string } => {
  const from = amount?.answer.data ?? line.answer.data;
  return { value: from?.figures.total ?? null, unit: from?.unit ?? '' };
};
const changeOf = (main: TotalRow | undefined, before: TotalRow | undefined): string => {
  const [now, then] = [main, before].map((row) => row && (row.amount?.answer.data ?? row.line.answer.data));
  if (!now || !then) return '';
  const { changePct, isComparable } = changeOfTotals(now, then);
  return isComparable ? (changePct === null ? '' : formatChange(changePct)) : words.notComparable;
};

/** A value with the time at which it was. */
const At = ({
  value,
  at,
  unit,
  byDay,
  severalDays,
}: {
  value: number | null;
  at: string | null;
  unit: string;
  byDay: boolean;
  severalDays: boolean;
}) => {
  const { timezone } = useProfile();
  if (value === null || at === null) return formatWithUnit(value, unit);
  const ms = Date.parse(at);
  const time = byDay ? shortDate(dateOf(ms, timezone)) : severalDays ? dateAndTime(ms, timezone) : clockTime(ms, timezone);
  return words.valueAt(formatWithUnit(value, unit), time);
};

/** The limit of a day that an amount is shown beside. */
const dayLimit = (trend: Trend | undefined, { unit: shown }: { unit: string }): Trend['limits'][number] | undefined =>
  trend?.limits.find(({ kind, unit }) => kind === 'day' && unit === shown);

const limitShare = (trend: Trend | undefined, total: { value: number | null; unit: string }): string | null => {
  const limit = dayLimit(trend, total);
  if (limit === undefined || total.value === null || limit.value === 0) return null;
  return words.ofLimit(formatShare((100 * total.value) / limit.value), formatWithUnit(limit.value, limit.unit, [total.value]));
};

/** The legend and the figures of the range in one: a row for each line. */
export const Totals = ({ rows, amounts, severalDays }: Props) => {
  const [main] = rows;
  const gauge = rows.every((row) => totalOf(row).value === null);
  // the largest of depths is the lowest water
  const depths = rows.every(({ line }) => line.answer.data?.depth ?? main?.line.answer.data?.depth ?? false);
  const before = rows.find(({ role }) => role === 'compare');
  const change = changeOf(main, before);
  const counters = rows.some(({ line, amount }) => (amount ?? line).answer.data?.figures.counterClose != null);
  const limits = !severalDays && rows.some((row) => limitShare((row.amount ?? row.line).answer.data, totalOf(row)) !== null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className="hw-sideways" tabIndex={0} aria-label={words.totals}>
      <table className={styles.totals}>
        <caption className="hw-only-read">{words.totals}</caption>
        <thead>
          <tr>
            <th scope="col">{words.line}</th>
            {gauge ? null : (
              <>
                <th scope="col">{words.trend.total}</th>
                <th scope="col">{words.change}</th>
              </>
            )}
            <th scope="col">{words.trend.average}</th>
            <th scope="col">{depths ? words.trend.deepest : words.trend.maximum}</th>
            <th scope="col">{depths ? words.trend.shallowest : words.trend.minimum}</th>
            {gauge ? null : <th scope="col">{words.trend.ofWhichEstimated}</th>}
            <th scope="col">{words.trend.completeness}</th>
            {counters ? <th scope="col">{words.counterFromTo}</th> : null}
            {limits ? <th scope="col">{words.ofDayLimit}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { line, amount, name, role, index, key, onRemove } = row;
            const trend = line.answer.data;
            const counted = (amount ?? line).answer.data;
            const total = totalOf(row);
            const { figures } = trend ?? {};
            const byDay = trend?.stepMinutes === 1440 && trend.kind === 'counter';
            return (
              <tr key={key}>
                <th scope="row">
                  <Sample role={role} amounts={amounts} index={index} />
                  {name}
                  {onRemove === undefined ? null : (
                    <button type="button" className={styles.remove} aria-label={words.remove(name)} onClick={onRemove}>
                      <CloseIcon />
                    </button>
                  )}
                </th>
                {trend === undefined ? (
                  <td colSpan={8}>
                    {line.answer.error === null ? null : <Failed error={line.answer.error} onRetry={line.answer.reload} />}
                  </td>
                ) : (
                  <>
                    {gauge ? null : (
                      <>
                        <td>
                          <span
                            className={(counted?.figures.completeness ?? 100) < provisionalBelow ? styles.provisional : undefined}
                          >
                            {formatWithUnit(total.value, total.unit, limits ? [dayLimit(counted, total)?.value] : [])}
                          </span>
                          {(counted?.figures.completeness ?? 100) < provisionalBelow ? ` ${words.provisional}` : ''}
                        </td>
                        <td>{role === 'main' ? change : ''}</td>
                      </>
                    )}
                    <td>{formatWithUnit(figures?.avg ?? null, trend.unit)}</td>
                    <td>
                      <At
                        value={figures?.max ?? null}
                        at={figures?.maxAt ?? null}
                        unit={trend.unit}
                        byDay={byDay}
                        severalDays={severalDays}
                      />
                    </td>
                    <td>
                      <At
                        value={figures?.min ?? null}
                        at={figures?.minAt ?? null}
                        unit={trend.unit}
                        byDay={byDay}
                        severalDays={severalDays}
                      />
                    </td>
                    {gauge ? null : <td>{formatWithUnit(counted?.figures.estimated ?? null, counted?.unit ?? '')}</td>}
                    <td>{formatCompleteness(figures?.completeness ?? 0)}</td>
                    {counters ? (
                      <td>
                        {counted?.figures.counterClose == null
                          ? ''
                          : formatFromTo(counted.figures.counterOpen, counted.figures.counterClose)}
                      </td>
                    ) : null}
                    {limits ? <td>{limitShare(counted, total) ?? ''}</td> : null}
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};
