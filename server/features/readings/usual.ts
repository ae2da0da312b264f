import { median, quantile } from '../../core/statistics.ts';

const WEEK_DAYS = 7;
const WEEKS = 8;
/** Fewer days say nothing about where a value usually is. */
const FEWEST_DAYS = 4;
const TAIL = 0.1;
/** Meters and clocks alone make a few percent: a narrower band would call a usual day unusual. */
const LEAST_HALF_WIDTH = 0.03;

export type Usual = { n: number; median: number | null; low: number | null; high: number | null };

/** Where values of like days usually are, in their own unit. */
export const usualOf = (values: readonly number[]): Usual => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = median(sorted);
  if (middle === null || sorted.length < FEWEST_DAYS) return { n: sorted.length, median: middle, low: null, high: null };
  const half = LEAST_HALF_WIDTH * Math.abs(middle);
  return {
    n: sorted.length,
    median: middle,
    low: Math.min(quantile(sorted, TAIL) ?? middle, middle - half),
    high: Math.max(quantile(sorted, 1 - TAIL) ?? middle, middle + half),
  };
};

/** The last days of the same weekday as a day. */
export const likeDays = (day: number): number[] =>
  Array.from({ length: WEEKS }, (_, week) => day - WEEK_DAYS * (week + 1)).filter((like) => like >= 0);
