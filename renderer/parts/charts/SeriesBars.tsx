import type { TimeWindow } from '../../../server/contract/model/common.ts';
import { useOfNow } from '../../state/now.ts';
import { useServices } from '../../state/services.ts';
import { hasValue, isEstimated, letterAt } from '../../state/slotQuality.ts';
import { formatWithUnit } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';
import { mostKnown } from './mostKnown.ts';
import { runningStep } from './runningStep.ts';
import styles from './SeriesBars.module.css';

type Bars = { labels?: readonly string[] | undefined; values: readonly number[]; quality: string; unit: string };

type Props = {
  of: Bars;
  /** For a screen reader; its numbers are in the table. */
  label: string;
  /** Bars begin at the top, as is usual for rain. */
  hanging?: boolean;
  /** One label a step, short. */
  shortLabel?: (label: string) => string;
  /** Beside each bar, the same steps of another series. */
  other?: Bars | undefined;
  /** What the steps are of, where its last ones may still run: such a bar must not look as if less was used. */
  window?: TimeWindow;
};

const height = 100;

/** A few dozen steps as bars: hatched what is estimated, nothing where nothing is known. Small enough to need no chart. */
export const SeriesBars = ({ of, label, hanging = false, shortLabel = (one) => one, other, window }: Props) => {
  const { labels = [], values, unit } = of;
  const { clock } = useServices();
  const runs = useOfNow(clock, (nowMs) => (window === undefined ? -1 : runningStep(window, labels, nowMs)));
  const isKnown = (series: Bars, at: number): boolean => hasValue(letterAt(series.quality, at));
  const most = mostKnown(other === undefined ? [of] : [of, other]);
  const every = Math.max(1, Math.ceil(values.length / 12));
  /** The room of a label is that of its own steps: the last ones may have too little. */
  const hasLabel = (at: number, steps: number): boolean => at === 0 || (at % steps === 0 && at + steps <= values.length);
  const bar = (series: Bars, at: number, which: 'first' | 'second') => {
    const value = series.values[at] ?? 0;
    const tall = (Math.abs(value) / Math.max(1e-9, most ?? 0)) * height;
    if (!isKnown(series, at)) return null;
    const letter = letterAt(series.quality, at);
    return (
      <span
        className={styles.bar}
        data-which={which}
        data-estimated={isEstimated(letter) || undefined}
        data-running={at === runs || undefined}
        title={[
          `${labels[at] ?? ''}: ${formatWithUnit(value, series.unit)}`,
          text.quality[letter],
          ...(at === runs ? [text.soFar] : []),
        ].join(', ')}
        style={{ height: `${tall}%` }}
      />
    );
  };
  const said = labels[runs] === undefined ? label : `${label}; ${shortLabel(labels[runs])} ${text.soFar}`;
  return (
    <figure className={styles.figure}>
      <div className={styles.scale} aria-hidden="true">
        {formatWithUnit(most, unit)}
      </div>
      <div className={styles.bars} data-hanging={hanging || undefined} role="img" aria-label={said}>
        {values.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          <div key={at} className={styles.step}>
            {bar(of, at, 'first')}
            {other === undefined ? null : bar(other, at, 'second')}
          </div>
        ))}
      </div>
      <div className={styles.labels} aria-hidden="true">
        {values.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          <span key={at} data-wide={!hasLabel(at, 2 * every) || undefined}>
            {hasLabel(at, every) ? shortLabel(labels[at] ?? '') : ''}
          </span>
        ))}
      </div>
    </figure>
  );
};
