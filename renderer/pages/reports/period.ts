import { addDays, addMonths, lastOfMonth, longDate, monthOf, shortDate, toDmy } from '../../text/times.ts';
import type { ReportType } from './entry.ts';

const monthly: ReadonlySet<ReportType> = new Set(['monthly', 'monthly_range']);
const ranged: ReadonlySet<ReportType> = new Set(['hourly', 'granular', 'daily_range', 'monthly_range']);

/** Days or months that a range may be long; the first is the default. */
export const spansOf: Partial<Record<ReportType, readonly number[]>> = {
  daily_range: [7, 14, 31, 92, 366],
  monthly_range: [3, 6, 12, 24],
  hourly: [1, 7, 31],
  granular: [1, 7],
};

export const isMonthly = (type: ReportType): boolean => monthly.has(type);

export type Period = { type: ReportType; date: string; span: number };

/** First and last day of a period, both in it; a month that runs ends in the future. */
export const daysOf = ({ type, date, span }: Period): { from: string; to: string } => {
  if (!monthly.has(type)) return { from: ranged.has(type) ? addDays(date, 1 - span) : date, to: date };
  const first = `${date.slice(0, 7)}-01`;
  return { from: type === 'monthly_range' ? addMonths(first, 1 - span) : first, to: lastOfMonth(date) };
};

/** What GET /report is asked for. */
export const askedPeriod = (period: Period): { reportType: ReportType; startDate: string; endDate?: string } => {
  const { from, to } = daysOf(period);
  return { reportType: period.type, startDate: toDmy(from), ...(ranged.has(period.type) ? { endDate: toDmy(to) } : {}) };
};

/** One period back or on: a day, a month, or the length of the range. */
export const stepped = ({ type, date, span }: Period, by: 1 | -1): string => {
  const steps = ranged.has(type) ? by * span : by;
  return monthly.has(type) ? addMonths(`${date.slice(0, 7)}-01`, steps) : addDays(date, steps);
};

export const periodWords = (period: Period): string => {
  const { from, to } = daysOf(period);
  if (monthly.has(period.type)) return from.slice(0, 7) === to.slice(0, 7) ? monthOf(to) : `${monthOf(from)} – ${monthOf(to)}`;
  return from === to ? longDate(to) : `${shortDate(from)} – ${longDate(to)}`;
};
