import { round } from '../../core/round.ts';

/** How a stored value leaves: divided, rounded, and under which unit. */
export type DisplayUnit = { divisor: number; unit: string; places: number };

/** Slot and bucket values keep more places, so that their sums hold against the rounded total. */
const EXTRA_PLACES = 3;

const divided: Record<string, { base: string; prefixed: Record<number, string>; places: number }> = {
  L: { base: 'L', prefixed: { 1000: 'KL', 1000000: 'ML' }, places: 2 },
  Wh: { base: 'Wh', prefixed: { 1000: 'kWh', 1000000: 'MWh' }, places: 1 },
  VAh: { base: 'VAh', prefixed: { 1000: 'kVAh', 1000000: 'MVAh' }, places: 1 },
  varh: { base: 'varh', prefixed: { 1000: 'kvarh', 1000000: 'Mvarh' }, places: 1 },
};
const places: Record<string, number> = { '%': 1, mm: 1 };

/**
 * The measure of a stored unit. Volumes and energies alone are divided; the caller's own name for
 * 1,000 litres (KL, m3) is kept.
 */
export const displayUnitOf = (stored: string, divisionFactor: number, siUnit = ''): DisplayUnit => {
  const rule = divided[stored];
  if (!rule) return { divisor: 1, unit: stored, places: places[stored] ?? 2 };
  const own = divisionFactor === 1000 && stored === 'L' && siUnit ? siUnit : undefined;
  const unit = divisionFactor === 1 ? rule.base : (own ?? rule.prefixed[divisionFactor] ?? `${rule.base}/${divisionFactor}`);
  return { divisor: divisionFactor, unit, places: rule.places };
};

export const toDisplay = (value: number | null, measure: DisplayUnit): number | null =>
  value === null ? null : round(value / measure.divisor, measure.places);

export const toDisplaySlot = (value: number, measure: DisplayUnit): number =>
  round(value / measure.divisor, measure.places + EXTRA_PLACES);

export const toKilo = (value: number | null, toPlaces: number): number | null =>
  value === null ? null : round(value / 1000, toPlaces);

/** 100 part / whole, one place; 0 of nothing expected is 0. */
export const percentOf = (part: number, whole: number): number => (whole > 0 ? round((100 * part) / whole, 1) : 0);

/** 100 (value - previous) / previous; null where that says nothing. */
export const changePct = (value: number | null, previous: number | null): number | null =>
  value === null || !previous ? null : round((100 * (value - previous)) / Math.abs(previous), 1);
