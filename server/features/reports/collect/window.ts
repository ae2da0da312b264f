import { dateOfDay, ShiftCalendar } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { DAY_MS, MINUTE_MS } from '../../../core/time.ts';
import { zoneOffsetMs } from '../../../core/zoneOffset.ts';
import { chooseWindow, likeEnd, rangeWindow, type Window, windowBefore } from '../../../historian/index.ts';
import type { ShiftRule } from '../../../plantModel/index.ts';
import type { ReportOrder } from '../order.ts';

const MINUTES_PER_HOUR = 60;

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

const minuteOf = (slot: number, timezone: string): number => {
  const ms = slot * SLOT_MS;
  return Math.floor(((ms + zoneOffsetMs(ms, timezone)) % DAY_MS) / MINUTE_MS);
};

/** Hours [from, to) of the clock; past midnight where the end is not after the start. */
const isWithin = (hour: number, { from, to }: { from: number; to: number }): boolean =>
  from < to ? hour >= from && hour < to : hour >= from || hour < to;

type Bucket = Window['buckets'][number];

/** What of a step lies within the hours; a day that begins within an hour has steps that only a part of does. */
const partWithin = (bucket: Bucket, timezone: string, hours: NonNullable<ReportOrder['hours']>): Bucket[] => {
  const isIn = (slot: number): boolean => isWithin(Math.floor(minuteOf(slot, timezone) / MINUTES_PER_HOUR), hours);
  let { fromSlot, toSlot } = bucket;
  while (fromSlot < toSlot && !isIn(fromSlot)) fromSlot += 1;
  while (toSlot > fromSlot && !isIn(toSlot - 1)) toSlot -= 1;
  if (fromSlot === toSlot) return [];
  const minute = minuteOf(fromSlot, timezone);
  const [hour, past] = [Math.floor(minute / MINUTES_PER_HOUR), minute % MINUTES_PER_HOUR];
  const time = `${String(hour).padStart(2, '0')}:${String(past).padStart(2, '0')}`;
  return [{ ...bucket, fromSlot, toSlot, label: bucket.label.replace(/\d\d:\d\d$/, time) }];
};

const withinHours = (window: Window, hours: NonNullable<ReportOrder['hours']>): Window => ({
  ...window,
  buckets: window.buckets.flatMap((bucket) => partWithin(bucket, window.timezone, hours)),
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
  return { window: before, endSlot: likeEnd(calendar, window, before, nowSlot) };
};
