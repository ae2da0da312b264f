import { dateOfDay, ShiftCalendar } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { chooseWindow, likeEnd, rangeWindow, type Window, windowBefore } from '../../../historian/index.ts';
import type { ShiftRule } from '../../../plantModel/index.ts';
import type { ReportOrder } from '../order.ts';

/** Days from midnight to midnight, in the zones of the shift rules. */
export const midnightCalendar = (shifts: readonly ShiftRule[]): ShiftCalendar =>
  new ShiftCalendar(
    (shifts.length > 0 ? shifts : [{ validFrom: '1970-01-01', timezone: 'UTC' }]).map(({ validFrom, timezone }) => ({
      validFrom,
      timezone,
      startAt: '00:00:00',
    })),
  );

/** Whether days at midnight are other days than those of the shift. */
export const isOffShift = (shifts: readonly ShiftRule[]): boolean => shifts.some(({ startAt }) => startAt !== '00:00:00');

const hourOf = (slot: number, timezone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', hourCycle: 'h23' }).format(slot * SLOT_MS));

/** Hours [from, to) of the clock; past midnight where the end is not after the start. */
const isWithin = (hour: number, { from, to }: { from: number; to: number }): boolean =>
  from < to ? hour >= from && hour < to : hour >= from || hour < to;

const withinHours = (window: Window, hours: NonNullable<ReportOrder['hours']>): Window => ({
  ...window,
  buckets: window.buckets.filter(({ fromSlot }) => isWithin(hourOf(fromSlot, window.timezone), hours)),
});

/** The window of a report, in steps of its type. */
export const reportWindow = (calendar: ShiftCalendar, { type, fromDay, toDay, hours }: ReportOrder): Window => {
  switch (type) {
    case 'daily':
      return chooseWindow(calendar, 'DAY', { date1: dateOfDay(fromDay) });
    case 'monthly':
      return chooseWindow(calendar, 'MONTH', { date1: dateOfDay(toDay) });
    case 'hourly': {
      const window = rangeWindow(calendar, fromDay, toDay, 'hour');
      return hours ? withinHours(window, hours) : window;
    }
    case 'granular':
    case 'daily_range':
      return rangeWindow(calendar, fromDay, toDay, 'day');
    case 'monthly_range':
      return rangeWindow(calendar, fromDay, toDay, 'month');
  }
};

/** The like window before, counted just as far as this one has run; null for hours of days, which have none. */
export const beforeOf = (
  calendar: ShiftCalendar,
  window: Window,
  { hours }: ReportOrder,
  nowSlot: number,
): { window: Window; endSlot: number } | null => {
  const length = window.toDay - window.fromDay + 1;
  if (hours || window.fromDay - length < 0) return null;
  const before = windowBefore(calendar, window);
  return { window: before, endSlot: likeEnd(window, before, nowSlot) };
};
