import { placesOfLimits } from '../../server/contract/rules/finePlaces.ts';
import { decimalsFor, formatTo, isFine } from './numbers.ts';
import { text } from './words.ts';

/** A limit of an analyser as finely as it was entered, others as values of their unit. */
export const formatLimit = (limit: number, unit: string): string =>
  formatTo(limit, isFine(unit) ? placesOfLimits([limit], decimalsFor(unit)) : decimalsFor(unit));

/** Limits in words, as finely as they were entered: 6.50 to 8.50, at most 60; empty where there are none. */
export const formatLimits = (low: number | null | undefined, high: number | null | undefined, unit: string): string => {
  const shown = (limit: number): string => formatTo(limit, placesOfLimits([low, high], decimalsFor(unit)));
  if (low != null && high != null) return text.limit.range(shown(low), shown(high));
  if (high != null) return text.limit.below(shown(high));
  return low == null ? '' : text.limit.above(shown(low));
};
