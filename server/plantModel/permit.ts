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

/**
 * KL that a permit allows on one day: the day's limit, or the year's part of a day where that is less; nothing once it has run out;
 * null without a limit.
 */
export const permittedKLOfDay = (unit: Permitted, day: number): number | null => {
  const { noc } = unit.meta.well ?? {};
  if (!noc || (noc.permittedKLD === null && noc.permittedKLY === null)) return null;
  if (hasEnded(noc, day)) return 0;
  const { fromDay, toDay } = permitYear(unit, day);
  const ofYear = noc.permittedKLY === null ? Number.POSITIVE_INFINITY : noc.permittedKLY / (toDay - fromDay + 1);
  return Math.min(noc.permittedKLD ?? Number.POSITIVE_INFINITY, ofYear);
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
