import type { ReportSettings } from '../../../contract/model/reportSettings.ts';
import { dateOfDay, dayNumber, daysOfMonth, type ShiftCalendar } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { DAY_MS, MINUTE_MS, minutesAfterMidnight } from '../../../core/time.ts';
import { zoneOffsetMs } from '../../../core/zoneOffset.ts';

export type Schedule = ReportSettings['schedules'][number];

/** One time at which a schedule is due, and the days its report is of. */
export type Occurrence = { dueMs: number; startDate: string; endDate: string };

/** A server that was off for longer does not make what it missed before. */
const LOOK_BACK_DAYS = 31;
const WEEK_DAYS = 7;
const FIRST_OF_MONTH = 1;

/** The day of the month on which a schedule is due; of a shorter month its last. */
const isDueOn = ({ reportType, dayOfWeek, dayOfMonth }: Schedule, day: number): boolean => {
  const date = dateOfDay(day);
  const isMonthly = reportType === 'monthly' || reportType === 'monthly_range';
  const wanted = dayOfMonth ?? (isMonthly && dayOfWeek === undefined ? FIRST_OF_MONTH : undefined);
  if (wanted !== undefined) {
    const { fromDay, toDay } = daysOfMonth(date.slice(0, 7));
    return day === Math.min(toDay, fromDay + wanted - 1);
  }
  return dayOfWeek === undefined || new Date(day * DAY_MS).getUTCDay() === dayOfWeek;
};

const dueOn = (day: number, at: string, timezone: string): number => {
  const wallMs = day * DAY_MS + minutesAfterMidnight(at) * MINUTE_MS;
  return wallMs - zoneOffsetMs(wallMs - zoneOffsetMs(wallMs, timezone), timezone);
};

/** When the month before is over by shift days, for its report that is due on the first; a time before that would leave out its last day. */
const wholeFromMs = ({ reportType, dayOfMonth }: Schedule, calendar: ShiftCalendar, day: number): number => {
  const isFirst = day === daysOfMonth(dateOfDay(day).slice(0, 7)).fromDay;
  const isOfMonth =
    reportType === 'monthly' || reportType === 'monthly_range' || (reportType === 'daily_range' && dayOfMonth !== undefined);
  if (!isFirst || !isOfMonth) return Number.NEGATIVE_INFINITY;
  const { firstSlot, slots } = calendar.windowOfDay(day - 1);
  return (firstSlot + slots) * SLOT_MS;
};

/** The same date one year earlier, of the first of a month. */
const yearBefore = (day: number): number => {
  const date = dateOfDay(day);
  return dayNumber(`${Number(date.slice(0, 4)) - 1}${date.slice(4)}`);
};

/** The days of a report that ends with the last shift day that is over at `dueMs`. */
const daysOf = (
  { reportType, dayOfWeek }: Schedule,
  calendar: ShiftCalendar,
  dueMs: number,
): [fromDay: number, toDay: number] => {
  const last = calendar.dayOf(dueMs) - 1;
  const month = daysOfMonth(dateOfDay(last).slice(0, 7));
  switch (reportType) {
    case 'monthly':
      return [month.fromDay, last];
    case 'monthly_range':
      return [yearBefore(month.toDay + 1), last];
    case 'daily_range':
      return dayOfWeek === undefined ? [month.fromDay, last] : [last - WEEK_DAYS + 1, last];
    case 'hourly':
    case 'granular':
    case 'daily':
      return [last, last];
  }
};

/** When a schedule was due in (sinceMs, nowMs], oldest first; at most those of the last month. */
export const occurrences = (schedule: Schedule, calendar: ShiftCalendar, sinceMs: number, nowMs: number): Occurrence[] => {
  const { timezone } = calendar.windowOfDay(calendar.dayOf(nowMs));
  const today = Math.floor((nowMs + zoneOffsetMs(nowMs, timezone)) / DAY_MS);
  const found: Occurrence[] = [];
  for (let day = today - LOOK_BACK_DAYS; day <= today; day += 1) {
    const dueMs = Math.max(dueOn(day, schedule.at, timezone), wholeFromMs(schedule, calendar, day));
    if (dueMs <= sinceMs || dueMs > nowMs || !isDueOn(schedule, day)) continue;
    const [fromDay, toDay] = daysOf(schedule, calendar, dueMs);
    found.push({ dueMs, startDate: dateOfDay(fromDay), endDate: dateOfDay(toDay) });
  }
  return found;
};
