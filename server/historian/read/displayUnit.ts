import { writtenShare } from '../../contract/rules/besideMarks.ts';
import { finePlaces } from '../../contract/rules/finePlaces.ts';
import { round } from '../../core/round.ts';
import { factorOf, type SeriesInfo, type SeriesKind, toShown, unitsOfMeasure } from '../../plantModel/index.ts';

/** How a stored value leaves: divided, rounded, and under which unit; of a fine one a small value keeps two digits at least. */
export type DisplayUnit = { divisor: number; unit: string; places: number; isFine?: boolean };

/** So that sums of slots and buckets hold against the rounded total. */
const EXTRA_PLACES = 3;

const divided: Record<string, { base: string; prefixed: Record<number, string> }> = {
  L: { base: 'L', prefixed: { 1000: 'KL', 1000000: 'ML' } },
  Wh: { base: 'Wh', prefixed: { 1000: 'kWh', 1000000: 'MWh' } },
  VAh: { base: 'VAh', prefixed: { 1000: 'kVAh', 1000000: 'MVAh' } },
  varh: { base: 'varh', prefixed: { 1000: 'kvarh', 1000000: 'Mvarh' } },
};
const PLACES = 2;
const KILO = 1000;

const placesOf = (unit: string, base: string): number => (unitsOfMeasure[unit] ?? unitsOfMeasure[base])?.decimals ?? PLACES;

/** A unit of an analyser's own may be one of small values. */
const isFine = (unit: string): boolean => unit !== '' && (!unitsOfMeasure[unit] || unitsOfMeasure[unit].isFine === true);

/**
 * The measure of a stored unit: volumes and energies alone are divided. With the usual factor of 1,000 the number leaves in the
 * caller's own unit of measure, another factor sets the unit by itself.
 * @param siUnit a category's unit of measure; what does not measure the same changes nothing.
 */
export const displayUnitOf = (stored: string, divisionFactor: number, siUnit = ''): DisplayUnit => {
  const rule = divided[stored];
  if (!rule) return { divisor: 1, unit: stored, places: placesOf(stored, stored), isFine: isFine(stored) };
  const own = divisionFactor === KILO ? factorOf(stored, siUnit) : undefined;
  if (own !== undefined) return { divisor: own, unit: siUnit, places: placesOf(siUnit, stored) };
  const unit = divisionFactor === 1 ? rule.base : (rule.prefixed[divisionFactor] ?? `${rule.base}/${divisionFactor}`);
  return { divisor: divisionFactor, unit, places: placesOf(unit, stored) };
};

/**
 * A configured limit or capacity (KL, kWh) in the measure of the value beside it. Null beside what is no amount: a limit of litres
 * says nothing of a level.
 */
export const limitIn = (
  limit: number | null | undefined,
  series: Pick<SeriesInfo, 'kind' | 'measure'> | undefined,
  measure: DisplayUnit,
): number | null => {
  if (limit === null || limit === undefined || !series) return null;
  if (divided[series.measure]) return toShown(limit, { unit: measure.unit, ofKilo: KILO / measure.divisor });
  return series.kind === 'counter' ? limit : null;
};

const placesIn = (value: number, { places, isFine: fine = false }: DisplayUnit): number =>
  fine ? finePlaces(value, places) : places;

export const toDisplay = (value: number | null, measure: DisplayUnit): number | null =>
  value === null ? null : round(value / measure.divisor, placesIn(value, measure));

/** Parts of a sum keep more places than the sum; what is a mean or a level is stored in single precision and has no more. */
export const toDisplaySlot = (value: number, measure: DisplayUnit, kind: SeriesKind = 'counter'): number =>
  round(value / measure.divisor, placesIn(value, measure) + (kind === 'counter' ? EXTRA_PLACES : 0));

export const toKilo = (value: number | null, toPlaces: number): number | null =>
  value === null ? null : round(value / 1000, toPlaces);

/** What dividing sums of floats may be off by, percent; a single slot of centuries is more. */
const SHARE_NOISE = 1e-9;

/** A share of a whole in percent, one place: 100 where it is all of it, 99.9 or 100.1 where it is nearly that. */
export const roundShare = <T extends number | null>(percent: T): T =>
  percent === null || Math.abs(percent - 100) <= SHARE_NOISE
    ? round(percent, 1)
    : (round(writtenShare(percent, 1).percent, 1) as T);

/** 100 part / whole as a share; 0 of nothing expected is 0. */
export const percentOf = (part: number, whole: number): number => (whole > 0 ? roundShare((100 * part) / whole) : 0);

/** 100 (value - previous) / previous; null where that says nothing: of 0, and of less, there is no part. */
export const changePct = (value: number | null, previous: number | null): number | null =>
  value === null || previous === null || previous <= 0 ? null : round((100 * (value - previous)) / previous, 1);
