import type { DayTotal } from './reader.ts';

/** Numbers of a day, in the order of `totalAt`; NaN for null. */
export const PER_DAY = 12;

/** @param named what stands first: the day, or the series. */
export const packTotals = (totals: readonly DayTotal[], named: (total: DayTotal) => number): Float64Array => {
  const numbers = new Float64Array(totals.length * PER_DAY);
  let at = 0;
  for (const total of totals) {
    numbers[at] = named(total);
    numbers[at + 1] = total.revision;
    numbers[at + 2] = total.sum ?? Number.NaN;
    numbers[at + 3] = total.min ?? Number.NaN;
    numbers[at + 4] = total.max ?? Number.NaN;
    numbers[at + 5] = total.avg ?? Number.NaN;
    numbers[at + 6] = total.last ?? Number.NaN;
    numbers[at + 7] = total.expected;
    numbers[at + 8] = total.complete;
    numbers[at + 9] = total.estimated;
    numbers[at + 10] = total.counterOpen ?? Number.NaN;
    numbers[at + 11] = total.counterClose ?? Number.NaN;
    at += PER_DAY;
  }
  return numbers;
};

const orNull = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value);

export const totalAt = ({ seriesId, day }: Pick<DayTotal, 'seriesId' | 'day'>, numbers: Float64Array, at: number): DayTotal => ({
  seriesId,
  day,
  revision: numbers[at + 1] ?? 0,
  sum: orNull(numbers[at + 2]),
  min: orNull(numbers[at + 3]),
  max: orNull(numbers[at + 4]),
  avg: orNull(numbers[at + 5]),
  last: orNull(numbers[at + 6]),
  expected: numbers[at + 7] ?? 0,
  complete: numbers[at + 8] ?? 0,
  estimated: numbers[at + 9] ?? 0,
  counterOpen: orNull(numbers[at + 10]),
  counterClose: orNull(numbers[at + 11]),
});
