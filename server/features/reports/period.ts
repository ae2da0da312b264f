import { rangedReports } from '../../contract/model/reports.ts';
import { Failure } from '../../core/fail.ts';
import { dateOfDay, dayNumber, daysOfMonth } from '../../core/shift.ts';
import { refuseDayOutside } from '../../historian/index.ts';
import type { ReportType } from './model.ts';

export type AskedPeriod = { type: ReportType; startDate?: string | undefined; endDate?: string | undefined };

const MOST_DAYS: Partial<Record<ReportType, number>> = { hourly: 31, granular: 31, daily_range: 366 };
const MOST_MONTHS = 60;

const monthOf = (day: number): string => dateOfDay(day).slice(0, 7);
const monthsBetween = (fromDay: number, toDay: number): number => {
  const [from, to] = [dateOfDay(fromDay), dateOfDay(toDay)];
  return (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;
};

/**
 * The days that a report covers; the running one is the last.
 * @param today day number of the date that runs now.
 * @throws Failure `parameter` for a range without its end, backwards or too long, and for a day that no window can hold; `noData` for days that have not begun.
 */
export const reportDays = ({ type, startDate, endDate }: AskedPeriod, today: number): { fromDay: number; toDay: number } => {
  if (rangedReports.has(type) && endDate === undefined)
    throw new Failure('parameter', `endDate missing: reportType ${type} needs one`);
  const start = startDate === undefined ? today : dayNumber(startDate);
  refuseDayOutside(start, 'startDate');
  const end = rangedReports.has(type) && endDate !== undefined ? dayNumber(endDate) : start;
  refuseDayOutside(end, 'endDate');
  if (end < start) throw new Failure('parameter', 'endDate is before startDate');
  const most = MOST_DAYS[type];
  if (most !== undefined && end - start >= most)
    throw new Failure('parameter', `startDate to endDate is ${end - start + 1} days; reportType ${type} has at most ${most}`);
  const isMonthly = type === 'monthly' || type === 'monthly_range';
  const months = monthsBetween(start, end);
  if (isMonthly && months > MOST_MONTHS)
    throw new Failure('parameter', `startDate to endDate is ${months} months; reportType ${type} has at most ${MOST_MONTHS}`);
  const fromDay = isMonthly ? daysOfMonth(monthOf(start)).fromDay : start;
  const toDay = isMonthly ? daysOfMonth(monthOf(end)).toDay : end;
  if (fromDay > today) throw new Failure('noData', 'No data: the period has not begun');
  return { fromDay, toDay: Math.min(toDay, today) };
};
