import type { Period } from '../../api/queries.ts';
import { addDays, addMonths, lastOfMonth, longDate, monthOf } from '../../text/times.ts';

export type PeriodKey = 'day' | 'month' | 'year';
export const periodKeys = ['day', 'month', 'year'] as const;

export const apiPeriod: Record<PeriodKey, Period> = { day: 'DAY', month: 'MONTH', year: 'YEAR' };

const earlier = (a: string, b: string): string => (a < b ? a : b);

/** The date that the API is asked for: the last day of the period, or today while it runs. */
export const lastDayOf = (period: PeriodKey, date: string, today: string): string => {
  if (period === 'day') return earlier(date, today);
  return earlier(period === 'month' ? lastOfMonth(date) : `${date.slice(0, 4)}-12-31`, today);
};

/** The last day of the period before. */
export const dayBeforeOf = (period: PeriodKey, date: string): string => {
  if (period === 'day') return addDays(date, -1);
  return period === 'month' ? addDays(`${date.slice(0, 8)}01`, -1) : `${Number(date.slice(0, 4)) - 1}-12-31`;
};

export const stepped = (period: PeriodKey, date: string, by: 1 | -1): string =>
  period === 'day' ? addDays(date, by) : addMonths(date, period === 'month' ? by : 12 * by);

/** Whether the period of `date` still runs on `today`. */
export const isRunning = (period: PeriodKey, date: string, today: string): boolean => {
  const length = period === 'day' ? 10 : period === 'month' ? 7 : 4;
  return date.slice(0, length) >= today.slice(0, length);
};

export const nameOf = (period: PeriodKey, date: string): string =>
  period === 'day' ? longDate(date) : period === 'month' ? monthOf(date) : date.slice(0, 4);

/** The first moment of every day of the month or month of the year, as UTC midnights: enough to name them. */
export const stepStarts = (period: 'month' | 'year', date: string): number[] => {
  const year = Number(date.slice(0, 4));
  if (period === 'year') return Array.from({ length: 12 }, (_, month) => Date.UTC(year, month, 1));
  const month = Number(date.slice(5, 7)) - 1;
  const days = Number(lastOfMonth(date).slice(8));
  return Array.from({ length: days }, (_, day) => Date.UTC(year, month, day + 1));
};
