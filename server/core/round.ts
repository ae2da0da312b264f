/** Rounds half away from zero, halves as they are written in decimal (27.945 is 27.95); -0 becomes 0. */
export const round = <T extends number | null>(value: T, toPlaces: number): T => {
  if (value === null) return value;
  const factor = 10 ** toPlaces;
  // 27.945 * 100 is 2794.4999999999995 in binary; one step up makes it the half that was meant
  const scaled = Math.abs(value) * factor * (1 + Number.EPSILON);
  return ((Math.sign(value) * Math.round(scaled)) / factor || 0) as T;
};

/** What single precision holds. */
const SINGLE_DIGITS = 7;

/** Without the digits that a stored single-precision value or a mean of such never had: 27.72474 for 27.724742889404297. Whole numbers stay. */
export const roundSingle = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(SINGLE_DIGITS));
