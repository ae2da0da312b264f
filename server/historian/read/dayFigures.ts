import { createHash } from 'node:crypto';
import { daysOf, monthOfDay } from '../../core/months.ts';
import type { ShiftCalendar } from '../../core/shift.ts';
import type { ReadContext } from './gather.ts';
import type { DayFigure, Figures } from './knownFigures.ts';

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

/** The days of a question in order: calendar months as one where all of their days are over, single stretches before and after. */
const stretchesOf = ({ fromDay, toDay }: Days, overDay: number): Stretch[] => {
  const [first, last] = [monthOfDay(fromDay), monthOfDay(toDay)];
  const from = daysOf(first).fromDay === fromDay ? first : first + 1;
  const to = monthOfDay(Math.min(toDay, overDay) + 1) - 1;
  if (from > Math.min(to, last)) return [{ fromDay, toDay }];
  const stretches: Stretch[] = [];
  if (daysOf(from).fromDay > fromDay) stretches.push({ fromDay, toDay: daysOf(from).fromDay - 1 });
  for (let month = from; month <= to; month += 1) stretches.push({ ...daysOf(month), month });
  if (daysOf(to).toDay < toDay) stretches.push({ fromDay: daysOf(to).toDay + 1, toDay });
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
 * Figures of the days [fromDay, toDay] in stretches, in order: of months that are over together, from what is remembered of them, of other
 * days as `work` makes them.
 */
export const figuresByMonth = (
  source: ReadSource,
  asked: DayFigure & { basis: string },
  { fromDay, toDay }: Days,
  work: (stretch: Days) => Figures,
): Figures[] => {
  const { reader, calendar, nowSlot, endSlot = nowSlot } = source;
  if (toDay < fromDay) return [];
  const overDay = calendar.dayOfSlot(Math.min(nowSlot, endSlot)) - 1;
  const stretches = reader.figures && overDay >= fromDay ? stretchesOf({ fromDay, toDay }, overDay) : [{ fromDay, toDay }];
  const months = stretches.flatMap(({ month }) => month ?? []);
  const [first, last] = [months[0], months.at(-1)];
  const look = first === undefined || last === undefined ? undefined : reader.figures?.ofMonths(asked, first, last);
  return stretches.map((stretch: Stretch) => {
    if (stretch.month === undefined || look === undefined) return work(stretch);
    const { known, keep } = look(stretch.month, `${windowsOfMonth(calendar, stretch.month)} ${asked.basis}`);
    if (known) return known;
    const figures = work(stretch);
    keep(figures);
    return figures;
  });
};
