import { dateOfDay, dayNumber } from '../core/shift.ts';
import type { Unit } from './model.ts';

type Permitted = Pick<Unit, 'meta'>;
type Noc = NonNullable<NonNullable<Unit['meta']['well']>['noc']>;

/** India's fiscal year, where nothing else is set for the well. */
const APRIL = 4;

/** First and last day of the year of a well's permit that a day is in: one year for its alarm, pages, reports and returns. */
export const permitYear = ({ meta }: Permitted, day: number): { fromDay: number; toDay: number } => {
  const startMonth = meta.alertParams?.borewell_threshold?.permitYearStartMonth ?? APRIL;
  const date = dateOfDay(day);
  const year = Number(date.slice(0, 4)) - (Number(date.slice(5, 7)) < startMonth ? 1 : 0);
  const first = (of: number): number => dayNumber(`${String(of).padStart(4, '0')}-${String(startMonth).padStart(2, '0')}-01`);
  return { fromDay: first(year), toDay: first(year + 1) - 1 };
};

/** A permit holds to the end of the day that it names. */
export const hasEnded = ({ validTo }: Pick<Noc, 'validTo'>, day: number): boolean => day > dayNumber(validTo);

/** KL that a day is held to: the day's limit, nothing once the permit has run out; null without one, also where there is one of the year. */
export const dayLimitKL = (noc: Noc, day: number): number | null => (hasEnded(noc, day) ? 0 : noc.permittedKLD);

/**
 * KL that a permit comes to for one day of several, so that those of its year add up to the year's: the day's limit, or the year's part of a day where that is less; nothing once it has run out;
 * null without a limit.
 */
const permittedKLOfDay = (unit: Permitted, day: number): number | null => {
  const { noc } = unit.meta.well ?? {};
  if (!noc || (noc.permittedKLD === null && noc.permittedKLY === null)) return null;
  if (hasEnded(noc, day)) return 0;
  return Math.min(noc.permittedKLD ?? Number.POSITIVE_INFINITY, yearsPartKL(unit, noc, day));
};

const yearsPartKL = (unit: Permitted, { permittedKLY }: Noc, day: number): number => {
  const { fromDay, toDay } = permitYear(unit, day);
  return permittedKLY === null ? Number.POSITIVE_INFINITY : permittedKLY / (toDay - fromDay + 1);
};

/** Whether what is permitted of a day is its part of the year: more on one day breaks no limit. */
export const isYearsPart = (unit: Permitted, day: number): boolean => {
  const { noc } = unit.meta.well ?? {};
  if (!noc || hasEnded(noc, day)) return false;
  return yearsPartKL(unit, noc, day) < (noc.permittedKLD ?? Number.POSITIVE_INFINITY);
};

/** KL of several days; null without a limit. */
export const permittedKL = (unit: Permitted, days: readonly number[]): number | null => {
  let sum: number | null = null;
  for (const day of days) {
    const allowed = permittedKLOfDay(unit, day);
    if (allowed !== null) sum = (sum ?? 0) + allowed;
  }
  return sum;
};
