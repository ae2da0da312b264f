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

/**
 * Totals of a day. Counter slots are whole thousandths, so their sum is exact in any order.
 * @param elapsed slots of the day that are over; only they count: a part of a slot is not its value.
 */
export const totalOf = (block: SlotBlock, kind: 'counter' | 'gauge' | 'stock', elapsed: number): BlockTotal => {
  const total: BlockTotal = {
    sum: null,
    min: null,
    max: null,
    avg: null,
    last: null,
    expected: Math.max(0, Math.min(elapsed, block.values.length)),
    complete: 0,
    estimated: 0,
  };
  let [known, thousandths, estimated, plain] = [0, 0, 0, 0];
  for (let place = 0; place < total.expected; place += 1) {
    const letter = block.quality[place] ?? code.M;
    if (!isCounted(letter)) continue;
    const value = block.values[place] ?? 0;
    known += 1;
    plain += value;
    thousandths += Math.round(value * 1000);
    if (letter === code.F) estimated += Math.round(value * 1000);
    if (isComplete(letter)) total.complete += 1;
    if (total.min === null || value < total.min) total.min = value;
    if (total.max === null || value > total.max) total.max = value;
    total.last = value;
  }
  if (known === 0) return total;
  if (kind === 'counter') {
    total.sum = thousandths / 1000;
    total.estimated = estimated / 1000;
  }
  total.avg = (kind === 'counter' ? thousandths / 1000 : plain) / known;
  return total;
};
