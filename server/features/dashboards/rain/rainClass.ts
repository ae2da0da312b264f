/** mm from which on a day counts as rainy (India Meteorological Department). */
export const RAINY_DAY_MM = 2.5;

/** Classes of a day's rain by the India Meteorological Department, the largest first. */
const dayClasses = [
  [204.5, 'extremely heavy'],
  [115.6, 'very heavy'],
  [64.5, 'heavy'],
  [15.6, 'moderate'],
  [2.5, 'light'],
  [0.1, 'very light'],
] as const;

/** A day's class, evaluated on tenths of a millimetre as it is printed. */
export const classOfDay = (mm: number): string => {
  const tenths = Math.round(mm * 10) / 10;
  return dayClasses.find(([from]) => tenths >= from)?.[1] ?? 'no rain';
};

/** 100 (fallen - normal) / normal; null without a normal above 0. */
export const departurePct = (mm: number | null, normalMm: number | null): number | null =>
  mm === null || normalMm === null || normalMm <= 0 ? null : (100 * (mm - normalMm)) / normalMm;

export type DepartureClass = 'large excess' | 'excess' | 'normal' | 'deficient' | 'large deficient' | 'no rain';

/** Within 19 % normal, from 20 % excess or deficient, from 60 % large; evaluated on whole percents. */
export const classOfDeparture = (pct: number | null): DepartureClass | null => {
  if (pct === null) return null;
  const whole = Math.round(pct);
  if (whole <= -100) return 'no rain';
  if (whole <= -60) return 'large deficient';
  if (whole <= -20) return 'deficient';
  if (whole < 20) return 'normal';
  return whole < 60 ? 'excess' : 'large excess';
};
