import { SLOTS_PER_HOUR } from '../core/slots.ts';
import { slopeOf } from '../core/statistics.ts';
import type { PumpState } from './pumping.ts';

/** So long must the pump have been off. */
export const REST_SLOTS = 4 * SLOTS_PER_HOUR;
/** 2 cm/h; what is above it in the ninth place is the arithmetic's. */
const STATIC_M_PER_HOUR = 0.02 + 1e-9;
/** Of the last hour, so that a slope is on more than its ends. */
const FEWEST_FOR_SLOPE = 9;

/** Least squares over the hour that ends with a slot, m/h; null where too little of it is known. */
export const slopePerHour = (levels: Float64Array, at: number): number | null => {
  const slope = slopeOf(levels, FEWEST_FOR_SLOPE, Math.max(0, at - SLOTS_PER_HOUR + 1), at + 1);
  return slope === null ? null : slope * SLOTS_PER_HOUR;
};

/**
 * Whether the level of a slot is static (docs/domain.md 4.1): the pump has been off for four hours, and the level moved by at most 2 cm
 * through the last one.
 * @param levels slot by slot, metres below ground; NaN where they are not known.
 * @param pumpAt the pump at the places up to `at`, also at negative ones.
 */
export const isStaticLevel = (levels: Float64Array, at: number, pumpAt: (place: number) => PumpState): boolean => {
  if (Number.isNaN(levels[at] ?? Number.NaN)) return false;
  for (let back = at; back > at - REST_SLOTS; back -= 1) if (pumpAt(back) !== 'off') return false;
  const slope = slopePerHour(levels, at);
  return slope !== null && Math.abs(slope) <= STATIC_M_PER_HOUR;
};
