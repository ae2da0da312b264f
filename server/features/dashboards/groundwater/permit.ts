import type { UnitMeta } from '../../../contract/model/units.ts';
import { dateOfDay, dayNumber, daysOfYear } from '../../../core/shift.ts';

type Noc = NonNullable<NonNullable<UnitMeta['well']>['noc']>;

const daysInYear = (day: number): number => {
  const { fromDay, toDay } = daysOfYear(Number(dateOfDay(day).slice(0, 4)));
  return toDay - fromDay + 1;
};

/**
 * KL that a permit allows on one day: the day's limit, or the year's part of a day where that is less; nothing once it has run out;
 * null without a limit.
 */
export const permittedKLOfDay = (noc: Noc | undefined, day: number): number | null => {
  if (!noc || (noc.permittedKLD === null && noc.permittedKLY === null)) return null;
  if (day > dayNumber(noc.validTo)) return 0;
  const ofYear = noc.permittedKLY === null ? Number.POSITIVE_INFINITY : noc.permittedKLY / daysInYear(day);
  return Math.min(noc.permittedKLD ?? Number.POSITIVE_INFINITY, ofYear);
};

/** KL of several days; null without a limit. */
export const permittedKL = (noc: Noc | undefined, days: readonly number[]): number | null => {
  let sum: number | null = null;
  for (const day of days) {
    const allowed = permittedKLOfDay(noc, day);
    if (allowed !== null) sum = (sum ?? 0) + allowed;
  }
  return sum;
};
