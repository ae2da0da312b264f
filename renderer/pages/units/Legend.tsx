import { formatLimits } from '../../text/limits.ts';
import styles from './Legend.module.css';
import type { PeriodKey } from './period.ts';
import { gapsOf, hasBefore, lettersIn, type Trend } from './trend.ts';
import { words } from './words.ts';

type Mark = 'bar' | 'hatch' | 'line' | 'dashed' | 'before' | 'beforeBars' | 'entered' | 'gap' | 'limit';

type Props = {
  trend: Trend;
  period: PeriodKey;
  showBefore: boolean;
  limits: { low: number | null; high: number | null };
  nowMs: number;
};

/** Names every mark that this chart uses, and no other. */
export const Legend = ({ trend, period, showBefore, limits, nowMs }: Props) => {
  const letters = lettersIn(trend.points);
  const bars = trend.shape === 'bars';
  const estimate: Mark = bars ? 'hatch' : 'dashed';
  const partly = trend.grain !== 'slot';
  const entries: [Mark, string][] = [[bars ? 'bar' : 'line', words.trend.measured]];
  if (partly && (letters.has('E') || letters.has('F'))) entries.push([estimate, words.trend.partly]);
  if (!partly && letters.has('E')) entries.push([estimate, words.trend.estimatedShape]);
  if (!partly && letters.has('F')) entries.push([estimate, words.trend.estimated]);
  if (letters.has('R')) entries.push(['entered', words.trend.entered]);
  if (gapsOf(trend.points, nowMs).length > 0) entries.push(['gap', words.trend.gap]);
  if (showBefore && hasBefore(trend.points)) entries.push([bars ? 'beforeBars' : 'before', words.trend.before[period]]);
  const range = formatLimits(limits.low, limits.high, trend.unit);
  if (range !== '') entries.push(['limit', words.trend.limits(range)]);
  return (
    <ul className={styles.legend} aria-label={words.trend.legend}>
      {entries.map(([mark, name]) => (
        <li key={name}>
          <span className={styles.mark} data-mark={mark} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  );
};
