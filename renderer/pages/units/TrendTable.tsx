import { formatValue, unitLabel } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';
import type { PeriodKey } from './period.ts';
import styles from './TrendTable.module.css';
import type { Trend } from './trend.ts';
import { words } from './words.ts';

type Props = { trend: Trend; labels: readonly string[]; caption: string; period: PeriodKey; showBefore: boolean; nowMs: number };

/** The chart's numbers to read, copy and hear. */
export const TrendTable = ({ trend, labels, caption, period, showBefore, nowMs }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
  <section className={styles.box} aria-label={caption} tabIndex={0}>
    <table className={styles.table}>
      <caption className="hw-only-read">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.trend.time}</th>
          <th scope="col" className={styles.number}>
            {unitLabel(trend.unit)} {trend.shape === 'bars' ? words.trend.per[trend.grain] : ''}
          </th>
          {showBefore ? (
            <th scope="col" className={styles.number}>
              {words.trend.before[period]}
            </th>
          ) : null}
          <th scope="col">{words.trend.quality}</th>
        </tr>
      </thead>
      <tbody>
        {trend.points.map(({ startMs, value, before, letter }, index) => (
          <tr key={startMs}>
            <th scope="row">{labels[index]}</th>
            <td className={styles.number}>{formatValue(value, trend.unit)}</td>
            {showBefore ? <td className={styles.number}>{formatValue(before, trend.unit)}</td> : null}
            <td>{startMs > nowMs ? words.trend.toCome : text.quality[letter]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
