import type { Compare } from '../plant/overview.ts';

/** Percent of the readings below which a figure says nothing about its target. */
export const COMPLETE_PCT = 90;
const WATCH_PART = 0.9;

/** How a figure stands to its target: good below nine tenths of it, bad above it; where more is better, the other way round. */
export const targetStatus = (
  value: number | null,
  target: number | null,
  completeness: number,
  better: 'low' | 'high' = 'low',
): NonNullable<Compare['status']> => {
  if (value === null || target === null || completeness < COMPLETE_PCT) return 'unknown';
  if (better === 'high') return value >= target ? 'good' : value >= WATCH_PART * target ? 'watch' : 'bad';
  return value > target ? 'bad' : value > WATCH_PART * target ? 'watch' : 'good';
};
