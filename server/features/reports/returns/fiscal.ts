import { dateOfDay } from '../../../core/shift.ts';
import { DAY_MS } from '../../../core/time.ts';

/** First and last day number of the fiscal year that begins in a calendar year. @param startMonth 1 is January. */
export const fiscalDays = (year: number, startMonth: number): { fromDay: number; toDay: number } => ({
  fromDay: Date.UTC(year, startMonth - 1, 1) / DAY_MS,
  toDay: Date.UTC(year + 1, startMonth - 1, 0) / DAY_MS,
});

/** The calendar year in which the fiscal year of a day began. */
export const fiscalYearOf = (day: number, startMonth: number): number => {
  const date = dateOfDay(day);
  return Number(date.slice(0, 4)) - (Number(date.slice(5, 7)) < startMonth ? 1 : 0);
};

/** `FY 2026-27`; of a year that begins in January `2026`. */
export const fiscalName = (year: number, startMonth: number): string =>
  startMonth === 1 ? String(year) : `FY ${year}-${String((year + 1) % 100).padStart(2, '0')}`;
