import { dateOfDay, dayNumber, type ShiftCalendar } from '../../../core/shift.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import { chooseWindow, dmyOfDay, type Window } from '../../../historian/index.ts';

export type RainDayKind = 'SHIFT' | 'IMD';
export type RainWindowType = 'DAY' | 'MONTH' | 'YEAR';

/** 08:30 IST is 03:00 UTC, all year. */
const IMD_START_SLOT = 36;

/** First slot of the India Meteorological Department's day of a date: it begins the day before and ends at 08:30 of the date. */
const imdFirstSlot = (day: number): number => (day - 1) * SLOTS_PER_DAY + IMD_START_SLOT;

type Bucket = Window['buckets'][number];
const imdBucket = (fromDay: number, toDay: number, label: string): Bucket => ({
  label,
  fromDay,
  toDay,
  fromSlot: imdFirstSlot(fromDay),
  toSlot: imdFirstSlot(toDay + 1),
});

const imdBuckets = (type: RainWindowType, fromDay: number, toDay: number): Bucket[] => {
  if (type === 'DAY')
    return Array.from({ length: 24 }, (_, hour): Bucket => {
      const fromSlot = imdFirstSlot(fromDay) + hour * SLOTS_PER_HOUR;
      const label = `${String((8 + hour) % 24).padStart(2, '0')}:30`;
      return { label, fromSlot, toSlot: fromSlot + SLOTS_PER_HOUR, fromDay, toDay };
    });
  const days = Array.from({ length: toDay - fromDay + 1 }, (_, at) => fromDay + at);
  if (type === 'MONTH') return days.map((day) => imdBucket(day, day, dmyOfDay(day)));
  return [...Map.groupBy(days, (day) => dateOfDay(day).slice(0, 7)).values()].map((of) =>
    imdBucket(of[0] ?? fromDay, of.at(-1) ?? toDay, dmyOfDay(of[0] ?? fromDay).slice(3)),
  );
};

/** A window by shift days, or by the days of the India Meteorological Department. @throws Failure `parameter` before 1970. */
export const rainWindow = (calendar: ShiftCalendar, type: RainWindowType, date: string, kind: RainDayKind): Window => {
  const window = chooseWindow(calendar, type, { date1: date });
  if (kind === 'SHIFT') return window;
  const { fromDay } = window;
  const toDay = dayNumber(date);
  return {
    ...window,
    fromSlot: imdFirstSlot(fromDay),
    toSlot: imdFirstSlot(toDay + 1),
    timezone: 'Asia/Kolkata',
    startAt: '08:30:00',
    buckets: imdBuckets(type, fromDay, toDay),
  };
};

/** Slots of every rain day of a window, with its date. */
export const rainDays = (
  calendar: ShiftCalendar,
  { fromDay, toDay }: Window,
  kind: RainDayKind,
): { day: number; fromSlot: number; toSlot: number }[] =>
  Array.from({ length: toDay - fromDay + 1 }, (_, at) => {
    const day = fromDay + at;
    if (kind === 'IMD') return { day, fromSlot: imdFirstSlot(day), toSlot: imdFirstSlot(day + 1) };
    const { firstSlot, slots } = calendar.windowOfDay(day);
    return { day, fromSlot: firstSlot, toSlot: firstSlot + slots };
  });
