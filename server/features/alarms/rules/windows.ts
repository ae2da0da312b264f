import { Failure } from '../../../core/fail.ts';
import { dateOfDay, dayNumber, type ShiftCalendar } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { refuseDayOutside } from '../../../historian/index.ts';

/** [fromMs, toMs) of whole shift days. */
export type DaySpan = { fromMs: number; toMs: number; fromDate: string; toDate: string };

const LONGEST_DAYS = 1830;

/** @throws Failure `parameter` when the range runs backwards, is longer than five years or holds a day that no shift day can be made of. */
export const daySpan = (
  calendar: ShiftCalendar,
  startDate: string,
  endDate: string,
  { startDate: first = 'startDate', endDate: second = 'endDate' } = {},
): DaySpan => {
  const [fromDay, toDay] = [dayNumber(startDate), dayNumber(endDate)];
  refuseDayOutside(fromDay, first);
  if (fromDay > toDay) throw new Failure('parameter', `${first} cannot be after ${second}`);
  refuseDayOutside(toDay, second);
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

/** The day itself, or the month up to it; `name` is what the request calls the day. */
export const spanUpTo = (calendar: ShiftCalendar, date: string, type: 'daily' | 'monthly', name = 'date'): DaySpan =>
  daySpan(calendar, type === 'daily' ? date : `${date.slice(0, 7)}-01`, date, { startDate: name, endDate: name });

/** Today and some days before. */
export const lastDays = (calendar: ShiftCalendar, nowMs: number, days: number): DaySpan => {
  const today = calendar.dayOf(nowMs);
  return daySpan(calendar, dateOfDay(today - days), dateOfDay(today));
};
