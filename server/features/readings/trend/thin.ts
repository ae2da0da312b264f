import type { QualityLetter } from '../../../contract/model/common.ts';
import { isCountedAt } from '../../../core/slots.ts';
import { jointLetter } from '../../../historian/index.ts';
import type { SeriesKind } from '../../../plantModel/index.ts';

type Slots = { values: Float64Array; quality: string };

/** Stretches of `every` slots; low and high are null where nothing is known. */
export type TrendSteps = { values: (number | null)[]; low: (number | null)[]; high: (number | null)[]; quality: string };

/** How many slots go together so that at most `points` stretches come out; 1 while the slots are at most twice as many. */
export const slotsTogether = (slots: number, points: number): number => (slots <= 2 * points ? 1 : Math.ceil(slots / points));

/** The sum of a counter, the mean of a gauge, the last of a stock, with the lowest and highest slot: no peak gets lost. */
export const stepsOf = ({ values, quality }: Slots, every: number, kind: SeriesKind): TrendSteps => {
  const steps: TrendSteps = { values: [], low: [], high: [], quality: '' };
  for (let from = 0; from < values.length; from += every) {
    const to = Math.min(values.length, from + every);
    let [sum, known, low, high, last] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    for (let at = from; at < to; at += 1) {
      if (!isCountedAt(quality, at)) continue;
      last = values[at] ?? 0;
      sum += last;
      known += 1;
      low = Math.min(low, last);
      high = Math.max(high, last);
    }
    const value = kind === 'counter' ? sum : kind === 'gauge' ? sum / known : last;
    steps.values.push(known === 0 ? null : value);
    steps.low.push(known === 0 ? null : low);
    steps.high.push(known === 0 ? null : high);
    steps.quality += every === 1 ? (quality[from] ?? 'M') : (jointLetter(quality.slice(from, to)) satisfies QualityLetter);
  }
  return steps;
};
