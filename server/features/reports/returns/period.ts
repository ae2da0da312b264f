import { Failure } from '../../../core/fail.ts';
import { dateOfDay, dayNumber, daysOfMonth } from '../../../core/shift.ts';
import { refuseDayOutside } from '../../../historian/index.ts';
import { fiscalDays, fiscalYearOf } from './fiscal.ts';
import type { ReturnKind } from './order.ts';

export type AskedReturn = {
  kind: ReturnKind;
  startDate?: string | undefined;
  endDate?: string | undefined;
  fiscalYear?: number | undefined;
};

type Days = { fromDay: number; toDay: number };

const MOST_DAYS: Partial<Record<ReturnKind, number>> = { groundwater: 366, effluent: 31 };

const ofDates = ({ kind, startDate, endDate }: AskedReturn, today: number): Days => {
  const most = MOST_DAYS[kind];
  if (most === undefined) throw new Failure('parameter', `${kind} is of a whole fiscal year: send fiscalYear, not dates`);
  if (startDate === undefined) throw new Failure('parameter', 'startDate missing');
  const fromDay = dayNumber(startDate);
  const toDay = endDate === undefined ? Math.max(fromDay, today) : dayNumber(endDate);
  refuseDayOutside(fromDay, 'startDate');
  refuseDayOutside(toDay, 'endDate');
  if (toDay < fromDay) throw new Failure('parameter', 'endDate is before startDate');
  if (toDay - fromDay >= most)
    throw new Failure('parameter', `startDate to endDate is ${toDay - fromDay + 1} days; ${kind} has at most ${most}`);
  return { fromDay, toDay };
};

const ofYear = (kind: ReturnKind, year: number, startMonth: number): Days => {
  if (kind === 'effluent') throw new Failure('parameter', 'effluent is of at most 31 days: send startDate and endDate');
  return fiscalDays(year, startMonth);
};

/**
 * The days that a return covers; the running one is the last.
 * @param today day number of the date that runs now.
 * @throws Failure `parameter` for dates and years that do not fit the kind; `noData` for days that have not begun.
 */
export const returnDays = (asked: AskedReturn, startMonth: number, today: number): Days => {
  const { kind, startDate, endDate, fiscalYear } = asked;
  const hasDates = startDate !== undefined || endDate !== undefined;
  if (hasDates && fiscalYear !== undefined) throw new Failure('parameter', 'send either dates or fiscalYear');
  const isByMonth = MOST_DAYS[kind] !== undefined;
  const days = hasDates
    ? ofDates(asked, today)
    : fiscalYear === undefined && isByMonth
      ? daysOfMonth(dateOfDay(today).slice(0, 7))
      : ofYear(kind, fiscalYear ?? fiscalYearOf(today, startMonth), startMonth);
  if (days.fromDay > today) throw new Failure('noData', 'No data: the period has not begun');
  return { fromDay: days.fromDay, toDay: Math.min(days.toDay, today) };
};
