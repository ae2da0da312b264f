import { Failure } from '../../../core/fail.ts';
import { dateOfDay, dayNumber, type ShiftCalendar } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';

/** [fromMs, toMs) of whole shift days. */
export type DaySpan = { fromMs: number; toMs: number; fromDate: string; toDate: string };

const LONGEST_DAYS = 1830;

/** @throws Failure `parameter` when the range runs backwards, begins before 1970 or is longer than five years. */
export const daySpan = (calendar: ShiftCalendar, startDate: string, endDate: string): DaySpan => {
  const [fromDay, toDay] = [dayNumber(startDate), dayNumber(endDate)];
  if (fromDay < 0) throw new Failure('parameter', 'startDate is before 1970');
  if (fromDay > toDay) throw new Failure('parameter', 'startDate cannot be after endDate');
  if (toDay - fromDay >= LONGEST_DAYS)
    throw new Failure('parameter', `at most ${LONGEST_DAYS} days (5 years) can be asked for at once`);
  const last = calendar.windowOfDay(toDay);
  return {
    fromMs: calendar.windowOfDay(fromDay).firstSlot * SLOT_MS,
    toMs: (last.firstSlot + last.slots) * SLOT_MS,
    fromDate: startDate,
    toDate: endDate,
  };
};

/** The day itself, or the month up to it. */
export const spanUpTo = (calendar: ShiftCalendar, date: string, type: 'daily' | 'monthly'): DaySpan =>
  daySpan(calendar, type === 'daily' ? date : `${date.slice(0, 7)}-01`, date);

/** Today and some days before. */
export const lastDays = (calendar: ShiftCalendar, nowMs: number, days: number): DaySpan => {
  const today = calendar.dayOf(nowMs);
  return daySpan(calendar, dateOfDay(today - days), dateOfDay(today));
};
