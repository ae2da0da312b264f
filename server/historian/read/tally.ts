import type { QualityLetter } from '../../contract/model/common.ts';
import { code, isComplete, isCounted, lettersOf } from '../../core/slots.ts';
import type { SeriesKind } from '../../plantModel/index.ts';
import type { DaysTotal, KeptSlots, SlotRun, Tally } from './reader.ts';

/** Estimates first: what is not wholly measured must not look measured. */
const worstFirst: readonly QualityLetter[] = ['F', 'E', 'R', 'B', 'G'];

/** Nearly every stretch is measured throughout. */
const isUniform = (letters: string | readonly string[], letter: string): boolean => {
  for (let at = 1; at < letters.length; at += 1) if (letters[at] !== letter) return false;
  return true;
};

/**
 * The letter of several slots together: M when none is known, F or E when a part is estimated, E
 * also when a part is missing, else R, B or G.
 */
export const jointLetter = (letters: string | readonly string[]): QualityLetter => {
  const first = letters[0] as QualityLetter | undefined;
  if (first !== undefined && isUniform(letters, first)) return first;
  const seen = new Set(letters);
  const gap = seen.delete('M');
  const rejected = seen.delete('X');
  if (seen.size === 0) return rejected ? 'X' : 'M';
  if ((gap || rejected) && !seen.has('F')) return 'E';
  return worstFirst.find((letter) => seen.has(letter)) ?? 'G';
};

type Letters = SlotRun['quality'] | KeptSlots['quality'];
const letterAt = (letters: Letters, at: number): number =>
  typeof letters === 'string' ? letters.charCodeAt(at) : (letters[at] ?? code.M);
const textOf = (letters: Letters, from: number, to: number): string =>
  typeof letters === 'string' ? letters.slice(from, to) : lettersOf(letters.subarray(from, to));

type Slots = Pick<SlotRun | KeptSlots, 'fromSlot' | 'values' | 'quality'>;

/** The slots [fromSlot, toSlot) of a run; only those before `nowSlot` are expected to have come. */
export const tallySlots = (run: Slots, fromSlot: number, toSlot: number, nowSlot: number): Tally =>
  tallyOn(emptyTally, run, { fromSlot, toSlot, nowSlot });

/** As `tallySlots`, going on from the total of the slots just before them. */
export const tallyOn = (
  before: Readonly<Tally>,
  { fromSlot: firstSlot, values, quality }: Slots,
  { fromSlot, toSlot, nowSlot }: { fromSlot: number; toSlot: number; nowSlot: number },
): Tally => {
  const from = Math.max(fromSlot, firstSlot) - firstSlot;
  const to = Math.min(toSlot - firstSlot, values.length, nowSlot - firstSlot);
  const expected = before.expected + Math.max(0, Math.min(toSlot, nowSlot) - fromSlot);
  let { known, complete, estimated } = before;
  let [total, min, max] = [before.sum ?? 0, before.min ?? Number.POSITIVE_INFINITY, before.max ?? Number.NEGATIVE_INFINITY];
  let last = -1;
  for (let at = from; at < to; at += 1) {
    const letter = letterAt(quality, at);
    if (!isCounted(letter)) continue;
    const value = values[at] ?? 0;
    total += value;
    known += 1;
    if (isComplete(letter)) complete += 1;
    else if (letter === code.F) estimated += value;
    if (value < min) min = value;
    if (value > max) max = value;
    last = at;
  }
  const letters = textOf(quality, Math.max(0, from), Math.max(0, to));
  const joint = jointLetter(before.expected > 0 ? before.quality + letters : letters);
  if (known === 0) return { ...emptyTally, expected, quality: joint };
  return {
    sum: total,
    min,
    max,
    avg: total / known,
    last: last < 0 ? before.last : (values[last] ?? 0),
    lastSlot: last < 0 ? before.lastSlot : firstSlot + last,
    expected,
    complete,
    known,
    estimated,
    quality: known < expected && joint !== 'F' ? 'E' : joint,
  };
};

/** Whole days from their totals, in order; a mean of gauge means is weighted by the known slots. */
export const tallyDays = (days: readonly DaysTotal[], expected: number): Tally => {
  const tally: Tally = { ...emptyTally, expected };
  let weighted = 0;
  for (const { sum, min, max, avg, last, complete, estimated, weight = Math.max(1, complete) } of days) {
    tally.complete += complete;
    tally.estimated += estimated;
    if (sum !== null) tally.sum = (tally.sum ?? 0) + sum;
    if (min !== null && (tally.min === null || min < tally.min)) tally.min = min;
    if (max !== null && (tally.max === null || max > tally.max)) tally.max = max;
    if (avg !== null) {
      weighted += avg * weight;
      tally.known += weight;
    }
    if (last !== null) tally.last = last;
  }
  if (tally.known > 0) tally.avg = weighted / tally.known;
  const something = tally.sum !== null || tally.avg !== null || tally.last !== null;
  if (something) tally.quality = tally.estimated !== 0 ? 'F' : tally.complete < expected ? 'E' : 'G';
  return tally;
};

/** One after the other: `late` follows `early`. */
export const joinTallies = (early: Tally, late: Tally): Tally => ({
  sum: early.sum === null ? late.sum : early.sum + (late.sum ?? 0),
  min: early.min === null || late.min === null ? (early.min ?? late.min) : Math.min(early.min, late.min),
  max: early.max === null || late.max === null ? (early.max ?? late.max) : Math.max(early.max, late.max),
  avg:
    early.known + late.known > 0
      ? ((early.avg ?? 0) * early.known + (late.avg ?? 0) * late.known) / (early.known + late.known)
      : null,
  last: late.last ?? early.last,
  lastSlot: late.lastSlot ?? early.lastSlot,
  expected: early.expected + late.expected,
  complete: early.complete + late.complete,
  known: early.known + late.known,
  estimated: early.estimated + late.estimated,
  quality: jointLetter([early, late].filter(({ expected }) => expected > 0).map(({ quality }) => quality)),
});

export const emptyTally: Readonly<Tally> = {
  sum: null,
  min: null,
  max: null,
  avg: null,
  last: null,
  lastSlot: null,
  expected: 0,
  complete: 0,
  known: 0,
  estimated: 0,
  quality: 'M',
};

/** What a graph shows of a stretch: the sum of a counter, the mean of a gauge, the last stock. */
export const bucketValue = (tally: Tally, kind: SeriesKind): number | null =>
  kind === 'counter' ? tally.sum : kind === 'gauge' ? tally.avg : tally.last;
