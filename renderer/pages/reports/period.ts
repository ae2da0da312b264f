import { SLOT_MS } from '../../../server/contract/model/common.ts';
import { rangedReports } from '../../../server/contract/model/reports.ts';
import { addDays, addMonths, lastOfMonth, longDate, monthOf, shiftDate, shortDate, toDmy } from '../../text/times.ts';
import type { ReportType } from './entry.ts';

const monthly: ReadonlySet<ReportType> = new Set(['monthly', 'monthly_range']);

/** Days or months that a range may be long; the first is the default. */
export const spansOf: Partial<Record<ReportType, readonly number[]>> = {
  daily_range: [7, 14, 31, 92, 366],
  monthly_range: [3, 6, 12, 24],
  hourly: [1, 7, 31],
  granular: [1, 7],
};

export const isMonthly = (type: ReportType): boolean => monthly.has(type);

/** Readings that came with the end of a slot are stored by then. */
const storedAfterMs = 60_000;
/** The running shift day (YYYY-MM-DD) once its first slot is stored; until then nothing can be reported of it, and the day before is the last. */
export const lastDay = (nowMs: number, timezone: string, startAt: string): string =>
  shiftDate(nowMs - SLOT_MS - storedAfterMs, timezone, startAt);

export type Period = { type: ReportType; date: string; span: number };

/** First and last day of a period, both in it; a month that runs ends in the future. */
export const daysOf = ({ type, date, span }: Period): { from: string; to: string } => {
  if (!monthly.has(type)) return { from: rangedReports.has(type) ? addDays(date, 1 - span) : date, to: date };
  const first = `${date.slice(0, 7)}-01`;
  return { from: type === 'monthly_range' ? addMonths(first, 1 - span) : first, to: lastOfMonth(date) };
};

/** What GET /report is asked for. */
export const askedPeriod = (period: Period): { reportType: ReportType; startDate: string; endDate?: string } => {
  const { from, to } = daysOf(period);
  return { reportType: period.type, startDate: toDmy(from), ...(rangedReports.has(period.type) ? { endDate: toDmy(to) } : {}) };
};

/** One period back or on: a day, a month, or the length of the range. */
export const stepped = ({ type, date, span }: Period, by: 1 | -1): string => {
  const steps = rangedReports.has(type) ? by * span : by;
  return monthly.has(type) ? addMonths(`${date.slice(0, 7)}-01`, steps) : addDays(date, steps);
};

export const periodWords = (period: Period): string => {
  const { from, to } = daysOf(period);
  if (monthly.has(period.type)) return from.slice(0, 7) === to.slice(0, 7) ? monthOf(to) : `${monthOf(from)} – ${monthOf(to)}`;
  return from === to ? longDate(to) : `${shortDate(from)} – ${longDate(to)}`;
};
