import { createHash } from 'node:crypto';
import { lastUsed } from '../../core/lastUsed.ts';
import { daysOf, monthOfDay } from '../../core/months.ts';
import type { ShiftCalendar } from '../../core/shift.ts';
import type { DayFigure, Figures } from './knownFigures.ts';
import type { ReadContext } from './source.ts';

type ReadSource = Pick<ReadContext, 'reader' | 'calendar' | 'nowSlot' | 'endSlot'>;
/** Open days are packed within so many days. */
const OPEN_DAYS = 8;

/** The first day of [fromDay, ..] of which there can be slots. */
export const firstDayOfSlots = ({ reader, calendar, nowSlot }: ReadSource, industryId: string, fromDay: number): number => {
  const first = reader.figures?.firstDay(industryId);
  return first === undefined ? fromDay : Math.max(fromDay, Math.min(first, calendar.dayOfSlot(nowSlot) - OPEN_DAYS));
};

/**
 * Figures of shift days [fromDay, toDay], each as far as it has passed, from what is remembered where the reader remembers. Ask it at
 * once: what is remembered is looked up when this is called.
 * @returns of one day; `work` is of slots [fromSlot, toSlot).
 */
export const figuresByDay = (source: ReadSource, asked: DayFigure, fromDay: number, toDay: number) => {
  const { reader, calendar, nowSlot, endSlot = nowSlot } = source;
  const look = toDay < fromDay ? undefined : reader.figures?.of(asked, fromDay, toDay);
  const end = Math.min(nowSlot, endSlot);
  return (day: number, basis: string, work: (fromSlot: number, toSlot: number) => Figures): Figures => {
    const { firstSlot, slots } = calendar.windowOfDay(day);
    const toSlot = firstSlot + slots;
    if (toSlot > end || look === undefined) return work(firstSlot, Math.max(firstSlot, Math.min(toSlot, end)));
    // a shift that begins at another time makes another day
    const { known, keep } = look(day, `${firstSlot} ${slots} ${basis}`);
    if (known) return known;
    const figures = work(firstSlot, toSlot);
    keep(figures);
    return figures;
  };
};

type Days = { fromDay: number; toDay: number };
type Stretch = Days & { month?: number };

/** One question asks the same months of each of its series. */
const MOST_STRETCHES = 8;
const stretchesBefore = lastUsed<string, readonly Stretch[]>(MOST_STRETCHES);

/** The days of a question in order, month by month; a month of which all days are asked for and over is one that can be remembered. */
const stretchesOf = ({ fromDay, toDay }: Days, overDay: number): readonly Stretch[] => {
  const asked = `${fromDay} ${toDay} ${overDay}`;
  const known = stretchesBefore.get(asked);
  if (known) return known;
  const [first, last] = [monthOfDay(fromDay), monthOfDay(toDay)];
  const stretches = Array.from({ length: last - first + 1 }, (_, at) => {
    const whole = daysOf(first + at);
    const days = { fromDay: Math.max(fromDay, whole.fromDay), toDay: Math.min(toDay, whole.toDay) };
    const isWhole = days.fromDay === whole.fromDay && days.toDay === whole.toDay && whole.toDay <= overDay;
    return isWhole ? { ...days, month: first + at } : days;
  });
  stretchesBefore.set(asked, stretches);
  return stretches;
};

/** Where the days of each month begin: a shift that begins at another time makes other days of it. */
const monthWindows = new WeakMap<ShiftCalendar, Map<number, string>>();
const windowsOfMonth = (calendar: ShiftCalendar, month: number): string => {
  const known = monthWindows.get(calendar) ?? new Map<number, string>();
  monthWindows.set(calendar, known);
  const found = known.get(month);
  if (found !== undefined) return found;
  const { fromDay, toDay } = daysOf(month);
  const starts = Array.from({ length: toDay - fromDay + 2 }, (_, at) => calendar.windowOfDay(fromDay + at).firstSlot);
  const windows = createHash('sha256').update(starts.join()).digest('base64url').slice(0, 20);
  known.set(month, windows);
  return windows;
};

/**
 * Figures of the days [fromDay, toDay] by month, in order, of the first and the last as far as they are within: those of months that are
 * over from what is remembered of them, others as `work` makes them.
 * @returns each with its days.
 */
export const figuresByMonth = (
  source: ReadSource,
  asked: DayFigure & { basis: string },
  { fromDay, toDay }: Days,
  work: (stretch: Days) => Figures,
): (Days & { figures: Figures })[] => {
  const { reader, calendar, nowSlot, endSlot = nowSlot } = source;
  if (toDay < fromDay) return [];
  const overDay = calendar.dayOfSlot(Math.min(nowSlot, endSlot)) - 1;
  const stretches = stretchesOf({ fromDay, toDay }, overDay);
  const months = stretches.flatMap(({ month }) => month ?? []);
  const [first, last] = [months[0], months.at(-1)];
  const look = first === undefined || last === undefined ? undefined : reader.figures?.ofMonths(asked, first, last);
  const figuresOf = (stretch: Stretch): Figures => {
    if (stretch.month === undefined || look === undefined) return work(stretch);
    const { known, keep } = look(stretch.month, `${windowsOfMonth(calendar, stretch.month)} ${asked.basis}`);
    if (known) return known;
    const figures = work(stretch);
    keep(figures);
    return figures;
  };
  return stretches.map((stretch) => ({ fromDay: stretch.fromDay, toDay: stretch.toDay, figures: figuresOf(stretch) }));
};
