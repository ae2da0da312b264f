import { addDays, addMonths, lastOfMonth, longDate, monthOf } from '../../text/times.ts';

export type Period = 'day' | 'month' | 'year';

/** The last day of the period of a date, or today while it runs. */
export const lastDayOf = (period: Period, date: string, today: string): string => {
  const last = period === 'day' ? date : period === 'month' ? lastOfMonth(date) : `${date.slice(0, 4)}-12-31`;
  return last < today ? last : today;
};

export const firstDayOf = (period: Period, date: string): string =>
  period === 'day' ? date : period === 'month' ? `${date.slice(0, 7)}-01` : `${date.slice(0, 4)}-01-01`;

export const periodName = (period: Period, date: string): string =>
  period === 'day' ? longDate(date) : period === 'month' ? monthOf(date) : date.slice(0, 4);

/** The like date of the period before or after. */
export const dateStepped = (period: Period, date: string, by: 1 | -1): string =>
  period === 'day' ? addDays(date, by) : addMonths(date, period === 'month' ? by : 12 * by);
