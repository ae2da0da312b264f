/** Where a value usually is on this weekday, and how many of those days are known. */
export type UsualBand = { n: number; median: number | null; low: number | null; high: number | null };

/** A finding is made of a band of so many weekdays. */
const FEWEST_WEEKDAYS = 7;
/** A band leaves out usual days too: farther outside of it than this part of its median is worth a word. */
const LEAST_SHARE = 0.1;

/** A band that is known, of enough days to say that something is out of the ordinary. */
export const isBandKnown = (band: UsualBand): band is UsualBand & { median: number; low: number; high: number } =>
  band.n >= FEWEST_WEEKDAYS && band.median !== null && band.low !== null && band.high !== null;

/** Whether a value is out of the ordinary (docs/domain.md, Names), by the overview, the wall display and reports alike. */
export const isFarOutside = (value: number | null, band: UsualBand): boolean => {
  if (value === null || !isBandKnown(band)) return false;
  const outsideBy = Math.max(band.low - value, value - band.high);
  return outsideBy > 0 && outsideBy >= LEAST_SHARE * Math.abs(band.median);
};
