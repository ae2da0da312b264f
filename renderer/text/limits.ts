import { formatValue } from './numbers.ts';
import { text } from './words.ts';

/** Limits in words: 6.50 to 8.50, at most 60; empty where there are none. */
export const formatLimits = (low: number | null | undefined, high: number | null | undefined, unit: string): string => {
  if (low != null && high != null) return text.limit.range(formatValue(low, unit), formatValue(high, unit));
  if (high != null) return text.limit.below(formatValue(high, unit));
  return low == null ? '' : text.limit.above(formatValue(low, unit));
};
