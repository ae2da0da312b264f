import { formatWithUnit } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';
import type { PeriodKey } from './period.ts';
import styles from './Readout.module.css';
import type { Trend } from './trend.ts';
import { words } from './words.ts';

type Props = { trend: Trend; labels: readonly string[]; at: number | null; period: PeriodKey; showBefore: boolean };

/** The step under the pointer in words; the last one with a value while nothing is pointed at. */
export const Readout = ({ trend, labels, at, period, showBefore }: Props) => {
  const { points, unit } = trend;
  const index = at ?? points.findLastIndex(({ value }) => value !== null);
  const point = points[index];
  if (point === undefined) return <p className={styles.readout} />;
  return (
    <p className={styles.readout} aria-live="polite">
      <span>{labels[index]}</span>
      <strong>{formatWithUnit(point.value, unit)}</strong>
      <span>{text.quality[point.letter]}</span>
      {showBefore ? (
        <span>
          {words.trend.before[period]} {formatWithUnit(point.before, unit)}
        </span>
      ) : null}
    </p>
  );
};
