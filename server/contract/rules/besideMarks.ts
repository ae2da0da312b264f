const MOST_PLACES = 6;
/** What single precision holds: a seventh digit may be noise of the way in which a value is kept. */
const SAFE_DIGITS = 7;
/** More than a decimal half may be short of in binary: 2.505 is a half of its third place. */
const HALF_SLACK = 2 ** -48;

type Mark = number | null | undefined;

/** Half of the last place away from zero, halves as they are written in decimal. */
const roundedTo = (value: number, places: number): number =>
  (Math.sign(value) * Math.round(Math.abs(value) * 10 ** places * (1 + HALF_SLACK))) / 10 ** places;

/** Whether both read as they stand to each other, whichever way halves are rounded. */
const readsApart = (value: number, mark: number, places: number): boolean =>
  Math.sign(roundedTo(value, places) - roundedTo(mark, places)) === Math.sign(value - mark) &&
  Math.sign(Number(value.toFixed(places)) - Number(mark.toFixed(places))) === Math.sign(value - mark);

const digitsBefore = (value: number): number => (value === 0 ? 1 : Math.floor(Math.log10(Math.abs(value))) + 1);

/**
 * Places after the point with which a value does not read as one of the marks (limits, a contract, the end of a band) that are written
 * beside it with as many: 2.504 beside 2.5 has three. A value on its mark has those of its unit, and so has one that differs from it by
 * less than six places or seven digits show.
 * @param least those of its unit of measure, and no fewer.
 */
export const placesBeside = (value: Mark, marks: readonly Mark[], least: number): number => {
  if (value == null || !Number.isFinite(value)) return least;
  let places = least;
  for (const mark of marks) {
    if (mark == null || !Number.isFinite(mark) || mark === value) continue;
    const most = Math.max(
      least,
      Math.min(MOST_PLACES, Math.max(2, SAFE_DIGITS - digitsBefore(Math.max(Math.abs(value), Math.abs(mark))))),
    );
    let own = places;
    while (own <= most && !readsApart(value, mark, own)) own += 1;
    if (own <= most) places = own;
  }
  return places;
};

/** A part of a whole in percent as it may be written: what has not reached 100 stays below it, what is above stays above. */
export type WrittenShare = { percent: number; places: number };

/**
 * A part of a whole in percent with its places: 99.6 of no places is 99.6, and 99.97 is 99.9, as 100 would say that nothing is left; a
 * little above 100 is 100.1. What is not nothing has as many places as its first digit needs.
 * @param least places of other percentages beside it.
 */
export const writtenShare = (percent: number, least: number): WrittenShare => {
  if (!Number.isFinite(percent) || percent === 100 || percent === 0) return { percent, places: least };
  if (roundedTo(percent, least) === 100 || Number(percent.toFixed(least)) === 100) {
    const places = Math.max(1, least);
    const step = 10 ** -places;
    const near = roundedTo(percent, places);
    const apart = percent < 100 ? Math.min(near, 100 - step) : Math.max(near, 100 + step);
    return { percent: Number(apart.toFixed(places)), places };
  }
  return { percent, places: placesNotZero(percent, least) };
};

/** Places after the point with which what is not zero does not read as zero, six at most: 0.3 of no places has one. */
export const placesNotZero = (value: number, least: number): number =>
  value !== 0 && Number.isFinite(value) && roundedTo(value, least) === 0
    ? Math.max(least, Math.min(MOST_PLACES, -Math.floor(Math.log10(Math.abs(value)))))
    : least;
