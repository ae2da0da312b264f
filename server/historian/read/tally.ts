import type { QualityLetter } from '../../contract/model/common.ts';
import { code, isComplete, isCounted } from '../../core/slots.ts';
import type { SeriesKind } from '../../plantModel/index.ts';
import type { DaysTotal, KeptSlots, SlotRun, Tally } from './reader.ts';

/** Estimates first: what is not wholly measured must not look measured. */
const worstFirst: readonly QualityLetter[] = ['F', 'E', 'B', 'R', 'G'];

/** A bit of each letter, by its code; letters that are seen together are the sum of theirs. */
const bits = new Uint8Array(128);
for (const [at, letter] of [...worstFirst, 'M' as const, 'X' as const].entries()) bits[code[letter]] = 1 << at;
const [missing, rejected, certainlyEstimated] = [bits[code.M] ?? 0, bits[code.X] ?? 0, bits[code.F] ?? 0];

const letterOf = (seen: number): QualityLetter => {
  const known = seen & ~(missing | rejected);
  if (known === 0) return (seen & rejected) === 0 ? 'M' : 'X';
  if (known !== seen && (known & certainlyEstimated) === 0) return 'E';
  return worstFirst.find((letter) => (known & (bits[code[letter]] ?? 0)) !== 0) ?? 'G';
};

/** What each of the 128 ways to see letters together is called. */
const jointOf: readonly QualityLetter[] = Array.from({ length: 128 }, (_, seen) => letterOf(seen));
const joint = (seen: number): QualityLetter => jointOf[seen] ?? 'M';

const bitOf = (letter: QualityLetter): number => bits[code[letter]] ?? 0;

/**
 * The letter of several slots together: M when none is known, F or E when a part is estimated, E
 * also when a part is missing, else B, R or G.
 */
export const jointLetter = (letters: string | readonly string[]): QualityLetter => {
  let seen = 0;
  if (typeof letters === 'string') for (let at = 0; at < letters.length; at += 1) seen |= bits[letters.charCodeAt(at)] ?? 0;
  else for (const letter of letters) seen |= bits[letter.charCodeAt(0)] ?? 0;
  return joint(seen);
};

type Letters = SlotRun['quality'] | KeptSlots['quality'];
const letterAt = (letters: Letters, at: number): number =>
  typeof letters === 'string' ? letters.charCodeAt(at) : (letters[at] ?? code.M);

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
  let seen = before.expected > 0 ? bitOf(before.quality) : 0;
  for (let at = from; at < to; at += 1) {
    const letter = letterAt(quality, at);
    seen |= bits[letter] ?? 0;
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
  const letter = joint(seen);
  if (known === 0) return { ...emptyTally, expected, quality: letter };
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
    quality: known < expected && letter !== 'F' ? 'E' : letter,
  };
};

/** Whether anything is expected or known of a stretch; of one that has not come yet nothing is. */
export const saysSomething = ({ expected, sum, avg, last }: Tally): boolean =>
  expected > 0 || sum !== null || avg !== null || last !== null;

/** Of a stretch before the plant joined: what there is of it is as much as was expected (docs/domain.md 1.3). */
export const asExpected = (tally: Tally): Tally => ({ ...tally, expected: tally.complete });

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

/**
 * Stretches one after the other as one.
 * @param first what it begins with: that of no slots, or the first of them.
 */
export const joinTallies = (first: Readonly<Tally>, rest: readonly Tally[]): Tally => {
  let { sum, min, max, avg, last, lastSlot, expected, complete, known, estimated, quality } = first;
  for (const late of rest) {
    const isSomething = expected > 0 || sum !== null || avg !== null || last !== null;
    const seen = (isSomething ? bitOf(quality) : 0) | (saysSomething(late) ? bitOf(late.quality) : 0);
    quality = joint(seen);
    sum = sum === null ? late.sum : sum + (late.sum ?? 0);
    min = min === null || late.min === null ? (min ?? late.min) : Math.min(min, late.min);
    max = max === null || late.max === null ? (max ?? late.max) : Math.max(max, late.max);
    avg = known + late.known > 0 ? ((avg ?? 0) * known + (late.avg ?? 0) * late.known) / (known + late.known) : null;
    last = late.last ?? last;
    lastSlot = late.lastSlot ?? lastSlot;
    expected += late.expected;
    complete += late.complete;
    known += late.known;
    estimated += late.estimated;
  }
  return { sum, min, max, avg, last, lastSlot, expected, complete, known, estimated, quality };
};

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
