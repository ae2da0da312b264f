import { code, isComplete, isCounted, type SlotBlock } from '../slots.ts';

export type BlockTotal = {
  /** Counters only. */
  sum: number | null;
  min: number | null;
  max: number | null;
  avg: number | null;
  last: number | null;
  expected: number;
  /** Slots with G, B or R. */
  complete: number;
  /** Part of the sum with quality F. */
  estimated: number;
};

/** What is kept of a closed day of a series beside its slots. */
export type ClosedDay = BlockTotal & {
  /** Days since the epoch of the shift date. */
  day: number;
  revision: number;
  /** Displays of a counter as the day began and ended. */
  counterOpen: number | null;
  counterClose: number | null;
};

/** The first slots of a day, added up as far as it goes. */
export type AddedSlots = {
  readonly elapsed: number;
  readonly known: number;
  readonly complete: number;
  readonly plain: number;
  readonly thousandths: number;
  readonly estimatedThousandths: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly last: number | null;
};

const noSlots: AddedSlots = {
  elapsed: 0,
  known: 0,
  complete: 0,
  plain: 0,
  thousandths: 0,
  estimatedThousandths: 0,
  min: null,
  max: null,
  last: null,
};

/**
 * The first slots of a day.
 * @param elapsed how many; not more than the day has.
 * @param before fewer of them, which have not changed since.
 */
export const addSlots = ({ values, quality }: SlotBlock, elapsed: number, before = noSlots): AddedSlots => {
  let { known, complete, plain, thousandths, estimatedThousandths, min, max, last } = before;
  for (let place = before.elapsed; place < elapsed; place += 1) {
    const letter = quality[place] ?? code.M;
    if (!isCounted(letter)) continue;
    const value = values[place] ?? 0;
    known += 1;
    plain += value;
    thousandths += Math.round(value * 1000);
    if (letter === code.F) estimatedThousandths += Math.round(value * 1000);
    if (isComplete(letter)) complete += 1;
    if (min === null || value < min) min = value;
    if (max === null || value > max) max = value;
    last = value;
  }
  return { elapsed, known, complete, plain, thousandths, estimatedThousandths, min, max, last };
};

/** Counter slots are whole thousandths, so their sum is exact in any order. */
export const totalOfSlots = (
  { elapsed, known, complete, plain, thousandths, estimatedThousandths, min, max, last }: AddedSlots,
  kind: 'counter' | 'gauge' | 'stock',
): BlockTotal => {
  const isCounter = kind === 'counter' && known > 0;
  const sum = isCounter ? thousandths / 1000 : null;
  return {
    sum,
    min,
    max,
    avg: known === 0 ? null : (sum ?? plain) / known,
    last,
    expected: elapsed,
    complete,
    estimated: isCounter ? estimatedThousandths / 1000 : 0,
  };
};

/**
 * Totals of a day.
 * @param elapsed slots of the day that are over; only they count: a part of a slot is not its value.
 */
export const totalOf = (block: SlotBlock, kind: 'counter' | 'gauge' | 'stock', elapsed: number): BlockTotal =>
  totalOfSlots(addSlots(block, slotsOver(block, elapsed)), kind);

/** How many slots of a day there are to count. */
export const slotsOver = ({ values }: SlotBlock, elapsed: number): number => Math.max(0, Math.min(elapsed, values.length));
