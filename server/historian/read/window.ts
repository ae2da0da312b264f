import type { TimeWindow, WindowType } from '../../contract/model/common.ts';
import { Failure } from '../../core/fail.ts';
import { dateOfDay, dayNumber, daysOfMonth, daysOfYear, type ShiftCalendar } from '../../core/shift.ts';
import { SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../core/slots.ts';
import { dmyOf, iso } from '../../core/time.ts';

/** A stretch of a graph: an hour of a shift day, a shift day, or the days of a month. */
type Bucket = { label: string; fromSlot: number; toSlot: number; fromDay: number; toDay: number };

/** Days [fromDay, toDay] whole, slots [fromSlot, toSlot). */
export type Window = {
  type: WindowType;
  step: 'hour' | 'day' | 'month' | 'year';
  fromDay: number;
  toDay: number;
  fromSlot: number;
  toSlot: number;
  timezone: string;
  startAt: string;
  buckets: Bucket[];
};

const HOURS_UP_TO_DAYS = 2;
const DAYS_UP_TO_DAYS = 92;
const LONGEST_DAYS = 1830;
const LONGEST_YEARS = 75;
/** The end of the next shift day would be in the year 10000, which ISO 8601 cannot write with four digits. */
const LAST_DAY = dayNumber('9999-12-30');

/** From `T` on, of each slot of a day in UTC. */
const timesOfDay = Array.from({ length: SLOTS_PER_DAY }, (_, at) => iso(at * SLOT_MS).slice(10));
/** The last day asked for, with its date: slots are mostly asked in order, and making a date is the most expensive part of a line. */
let [dateDay, date] = [0, '1970-01-01'];

export const isoOfSlot = (slot: number): string => {
  const day = Math.floor(slot / SLOTS_PER_DAY);
  const time = timesOfDay[slot - SLOTS_PER_DAY * day];
  if (time === undefined) return iso(slot * SLOT_MS);
  if (day !== dateDay) {
    const midnight = iso(day * SLOTS_PER_DAY * SLOT_MS);
    date = midnight.slice(0, midnight.indexOf('T'));
    dateDay = day;
  }
  return date + time;
};

/** DD/MM/YYYY of a day number. */
export const dmyOfDay = (day: number): string => dmyOf(dateOfDay(day));

const lengthOf = (type: WindowType, days: number): Window['step'] => {
  if (type === 'DAY') return 'hour';
  if (type === 'MONTH') return 'day';
  if (type === 'YEAR') return 'month';
  return days <= HOURS_UP_TO_DAYS ? 'hour' : days <= DAYS_UP_TO_DAYS ? 'day' : 'month';
};

const clocks = new Map<string, Intl.DateTimeFormat>();
/** HH:MM at which a slot begins, on the plant's wall. */
export const clockOfSlot = (slot: number, timezone: string): string => {
  const clock =
    clocks.get(timezone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' });
  clocks.set(timezone, clock);
  return clock.format(slot * SLOT_MS);
};

const hourBuckets = (calendar: ShiftCalendar, fromDay: number, toDay: number): Bucket[] => {
  const buckets: Bucket[] = [];
  for (let day = fromDay; day <= toDay; day += 1) {
    const { firstSlot, slots, timezone } = calendar.windowOfDay(day);
    for (let slot = firstSlot; slot < firstSlot + slots; slot += SLOTS_PER_HOUR) {
      const time = clockOfSlot(slot, timezone);
      buckets.push({
        label: fromDay === toDay ? time : `${dmyOfDay(day)} ${time}`,
        fromSlot: slot,
        toSlot: Math.min(slot + SLOTS_PER_HOUR, firstSlot + slots),
        fromDay: day,
        toDay: day,
      });
    }
  }
  return buckets;
};

type DayStep = Exclude<Window['step'], 'hour'>;

/** The last day of the day, month or year that contains a day. */
const lastDayOf: Record<DayStep, (day: number) => number> = {
  day: (day) => day,
  month: (day) => daysOfMonth(dateOfDay(day).slice(0, 7)).toDay,
  year: (day) => daysOfYear(Number(dateOfDay(day).slice(0, 4))).toDay,
};
const LABEL_FROM: Record<DayStep, number> = { day: 0, month: 3, year: 6 };

const dayBuckets = (calendar: ShiftCalendar, fromDay: number, toDay: number, step: DayStep): Bucket[] => {
  const buckets: Bucket[] = [];
  for (let day = fromDay; day <= toDay; ) {
    const last = Math.min(toDay, lastDayOf[step](day));
    const { firstSlot, slots } = calendar.windowOfDay(last);
    buckets.push({
      label: dmyOfDay(day).slice(LABEL_FROM[step]),
      fromSlot: calendar.windowOfDay(day).firstSlot,
      toSlot: firstSlot + slots,
      fromDay: day,
      toDay: last,
    });
    day = last + 1;
  }
  return buckets;
};

const windowOf = (
  calendar: ShiftCalendar,
  type: WindowType,
  { fromDay, toDay }: { fromDay: number; toDay: number },
  step = lengthOf(type, toDay - fromDay + 1),
): Window => {
  const [first, last] = [calendar.windowOfDay(fromDay), calendar.windowOfDay(toDay)];
  return {
    type,
    step,
    fromDay,
    toDay,
    fromSlot: first.firstSlot,
    toSlot: last.firstSlot + last.slots,
    timezone: first.timezone,
    startAt: first.startAt,
    buckets: step === 'hour' ? hourBuckets(calendar, fromDay, toDay) : dayBuckets(calendar, fromDay, toDay, step),
  };
};

/** As YYYY-MM-DD; `date2` is of a window of type CUSTOM alone. */
export type WindowDates = { date1: string; date2?: string | undefined };

/** What a request calls the dates of a window; errors use these names. */
export type DateNames = { date1?: string; date2?: string };

/** @throws Failure `parameter` for a day that no window can hold; 31/12/9999 ends in the year 10000. */
export const refuseDayOutside = (day: number, name: string): void => {
  if (day < 0) throw new Failure('parameter', `${name} is before 1970`);
  if (day > LAST_DAY) throw new Failure('parameter', `${name} is after ${dmyOfDay(LAST_DAY)}`);
};

/**
 * The window that a v2 type names, in shift days: DAY date1, MONTH from the 1st to date1, YEAR from
 * 1 January to date1, CUSTOM date1..date2.
 * @throws Failure `parameter` for a date before 1970 or after 30/12/9999, and when CUSTOM lacks date2, runs backwards or is longer than five years.
 */
export const chooseWindow = (
  calendar: ShiftCalendar,
  type: WindowType,
  { date1, date2 }: WindowDates,
  { date1: first = 'date1', date2: second = 'date2' }: DateNames = {},
): Window => {
  const day = dayNumber(date1);
  refuseDayOutside(day, first);
  if (type === 'DAY') return windowOf(calendar, type, { fromDay: day, toDay: day });
  if (type === 'MONTH') return windowOf(calendar, type, { fromDay: dayNumber(`${date1.slice(0, 7)}-01`), toDay: day });
  if (type === 'YEAR') return windowOf(calendar, type, { fromDay: dayNumber(`${date1.slice(0, 4)}-01-01`), toDay: day });
  if (date2 === undefined) throw new Failure('parameter', `${second} missing`);
  const toDay = dayNumber(date2);
  if (toDay < day) throw new Failure('parameter', `${second} is before ${first}`);
  refuseDayOutside(toDay, second);
  if (toDay - day >= LONGEST_DAYS)
    throw new Failure(
      'parameter',
      `${first} to ${second} is ${toDay - day + 1} days; at most ${LONGEST_DAYS} (5 years) can be asked for at once`,
    );
  return windowOf(calendar, type, { fromDay: day, toDay });
};

/**
 * By calendar years from the day an industry joined to a date; from that date alone where it joined later.
 * @throws Failure `parameter` for a date before 1970, and for one more than 75 years after the first.
 */
export const yearsUpTo = (calendar: ShiftCalendar, joinedDay: number, date: string, name = 'date1'): Window => {
  const day = dayNumber(date);
  refuseDayOutside(day, name);
  const fromDay = Math.min(Math.max(0, joinedDay), day);
  const years = Number(date.slice(0, 4)) - Number(dateOfDay(fromDay).slice(0, 4)) + 1;
  if (years > LONGEST_YEARS)
    throw new Failure('parameter', `YEAR to ${name} is ${years} years; at most ${LONGEST_YEARS} can be asked for at once`);
  return windowOf(calendar, 'CUSTOM', { fromDay, toDay: day }, 'year');
};

/** Whole days [fromDay, toDay] in steps of any length, as a report of a range lists them. */
export const rangeWindow = (calendar: ShiftCalendar, fromDay: number, toDay: number, step: Window['step']): Window =>
  windowOf(calendar, 'CUSTOM', { fromDay, toDay }, step);

/** The window to compare with: yesterday, the month before to the same day, the year before to the same date, as many days before. */
export const windowBefore = (calendar: ShiftCalendar, window: Window): Window => {
  const { type, fromDay, toDay } = window;
  if (type === 'DAY') return windowOf(calendar, type, { fromDay: fromDay - 1, toDay: fromDay - 1 });
  if (type === 'CUSTOM') return windowOf(calendar, type, { fromDay: fromDay - (toDay - fromDay + 1), toDay: fromDay - 1 });
  if (type === 'MONTH') {
    const before = daysOfMonth(dateOfDay(fromDay - 1).slice(0, 7));
    const isWhole = toDay === daysOfMonth(dateOfDay(toDay).slice(0, 7)).toDay;
    return windowOf(calendar, type, {
      fromDay: before.fromDay,
      toDay: isWhole ? before.toDay : Math.min(before.toDay, before.fromDay + toDay - fromDay),
    });
  }
  const date = dateOfDay(toDay);
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, '0');
  // 29 February has no counterpart in the year before
  const like = date.endsWith('-02-29') ? `${year}-02-28` : `${year}${date.slice(4)}`;
  return windowOf(calendar, type, { fromDay: dayNumber(`${year}-01-01`), toDay: dayNumber(like) });
};

/** The days that an answer about a window is made from: the end of the day before, where its stocks begin, and the window to compare with. */
export const windowsRead = (calendar: ShiftCalendar, window: Window): Pick<Window, 'fromDay' | 'toDay' | 'toSlot'>[] => [
  { ...window, fromDay: Math.max(0, window.fromDay - 1) },
  windowBefore(calendar, window),
];

/**
 * Where counting ends so that a window before is counted just as far as a running one: by so many slots of its last days as have passed of
 * these, whichever of them are longer, by a change of clocks or of the shift.
 */
export const likeEnd = (calendar: ShiftCalendar, window: Window, before: Window, nowSlot: number): number => {
  if (nowSlot >= window.toSlot) return before.toSlot;
  const today = calendar.dayOfSlot(nowSlot);
  const like = calendar.windowOfDay(before.toDay - (window.toDay - today));
  const passed = nowSlot - calendar.windowOfDay(today).firstSlot;
  return Math.max(before.fromSlot, like.firstSlot + Math.min(like.slots, passed));
};

export const toTimeWindow = (window: Window, nowMs: number): TimeWindow => ({
  from: isoOfSlot(window.fromSlot),
  to: isoOfSlot(window.toSlot),
  label: window.fromDay === window.toDay ? dmyOfDay(window.fromDay) : `${dmyOfDay(window.fromDay)} - ${dmyOfDay(window.toDay)}`,
  timezone: window.timezone,
  shiftStart: window.startAt,
  open: nowMs < window.toSlot * SLOT_MS,
});
