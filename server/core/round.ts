/**
 * What a decimal half may be short of by in binary: more than a thousand additions in any order lose, so that a sum has one rounded
 * value however it was added; at most a part of the millilitre that the smallest difference of two counted KL is.
 */
const HALF_SHARE = 2 ** -42;
const MOST_OF_HALF = 2 ** -14;
/** From here on a double holds whole numbers alone: nothing is behind the places, and the factor may lead beyond what a double holds. */
const WHOLE = 2 ** 53;

/** Rounds half away from zero, halves as they are written in decimal (27.945 is 27.95); -0 becomes 0. */
export const round = <T extends number | null>(value: T, toPlaces: number): T => {
  if (value === null) return value;
  const factor = 10 ** toPlaces;
  // 27.945 * 100 is 2794.4999999999995 in binary; a little more makes it the half that was meant
  const scaled = Math.abs(value) * factor;
  if (scaled >= WHOLE) return value;
  const slack = Math.max(Math.min(scaled * HALF_SHARE, MOST_OF_HALF), Math.min(scaled * Number.EPSILON, 1 / 4));
  return ((Math.sign(value) * Math.round(scaled + slack)) / factor || 0) as T;
};

/** What single precision holds. */
const SINGLE_DIGITS = 7;

/** Without the digits that a stored single-precision value or a mean of such never had: 27.72474 for 27.724742889404297. Whole numbers stay. */
export const roundSingle = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(SINGLE_DIGITS));
