/** Where a number lies, and what it is. */
export type Residue = { path: string; value: number };

/** What a person or a template entered is answered as it was entered. */
const entered = new Set(['lat', 'lon', 'coordinates', 'geometry', 'typical']);

/** Litres of a month to the thousandth may be binary fractions by themselves: so many digits are not told from them. */
const SINGLE_DIGITS = 7;
const MOST_PLACES = 9;

const digitsOf = (value: number): number =>
  String(Math.abs(value)).replace(/e.*$/, '').replace('.', '').replace(/^0+/, '').length;
const placesOf = (value: number): number => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;

/**
 * A number with digits that nothing measured: a single-precision value printed in double precision (27.724742889404297 for 27.72474),
 * or the leavings of an addition (97.04000781250001).
 */
export const isResidue = (value: number): boolean =>
  !Number.isInteger(value) &&
  (placesOf(value) > MOST_PLACES || (Math.fround(value) === value && digitsOf(value) > SINGLE_DIGITS + 3));

/** All residues in a JSON value. */
export const residuesIn = (value: unknown, path = ''): Residue[] => {
  if (typeof value === 'number') return isResidue(value) ? [{ path, value }] : [];
  if (Array.isArray(value)) return value.flatMap((one) => residuesIn(one, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (entered.has(name) ? [] : residuesIn(one, `${path}.${name}`)));
};
