import { dateOfDay, daysOfMonth } from '../../../core/shift.ts';
import {
  dmyOfDay,
  likeEnd,
  type Measured,
  type ReadContext,
  type ServingContext,
  type Window,
  windowBefore,
} from '../../../historian/index.ts';
import type { DayCurves, RestatedStock } from '../../readings/index.ts';
import { type LikeMean, type LikeStretch, meanOfLike, measuredUpTo } from './compared.ts';
import type { LandingFamily } from './families.ts';

const WEEKS = 7;
const WEEK_DAYS = 7;
const MONTHS = 3;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number): string => weekdays[(day + 4) % 7] ?? '';

export type Compared = {
  source: ServingContext;
  curves: DayCurves;
  industryId: string;
  /** Of tanks, by the shapes at the end of the window that is shown, as far as it has come. */
  restated: RestatedStock;
};
type Stretch = Pick<Window, 'fromDay' | 'fromSlot' | 'toDay' | 'toSlot'>;

/** The slots of a day that have passed: all of a day that is over, none of one to come. */
export const passedOf = (day: number, { calendar, nowSlot }: ReadContext): number => {
  const { firstSlot, slots } = calendar.windowOfDay(day);
  return Math.max(0, Math.min(slots, nowSlot - firstSlot));
};

/** The total of a family over whole days and the first part of the last one; stored units. */
export const amountUpTo = async (
  { id, added }: Pick<LandingFamily, 'id' | 'added'>,
  stretch: Stretch,
  endSlot: number,
  { source, curves, industryId, restated }: Compared,
): Promise<number | null> => {
  if (endSlot <= stretch.fromSlot || added.length === 0) return null;
  const { calendar } = source;
  const lastDay = calendar.dayOfSlot(endSlot - 1);
  const { firstSlot, slots } = calendar.windowOfDay(lastDay);
  const isStock = added[0]?.kind !== 'counter';
  const wholeEnd = firstSlot + slots === endSlot ? endSlot : firstSlot;
  const summed = { name: `${industryId} ${id}`, series: added };
  const lastPart = { day: lastDay, slots: endSlot - firstSlot };
  if (isStock) {
    const held = await curves.upTo(summed, lastPart, source);
    return held === null ? null : held + (await restated.by(added, { fromDay: lastDay, endSlot }));
  }
  const parts: (number | null)[] = [];
  if (wholeEnd > stretch.fromSlot) parts.push(await curves.wholeDays(summed, stretch, wholeEnd, source));
  if (wholeEnd < endSlot) parts.push(await curves.upTo(summed, lastPart, source));
  const known = parts.filter((part) => part !== null);
  return known.length > 0 ? known.reduce((sum, part) => sum + part, 0) : null;
};

/** The like window before, counted just as far as a running one. */
export const previousOf = async (family: LandingFamily, window: Window, compared: Compared): Promise<number | null> => {
  const { calendar, nowSlot } = compared.source;
  const before = windowBefore(calendar, window);
  return amountUpTo(family, before, likeEnd(calendar, window, before, nowSlot), compared);
};

/** A day as far as it has come. */
export const dayUpToNow = async (family: LandingFamily, day: number, source: ServingContext): Promise<Measured[]> => {
  const { firstSlot } = source.calendar.windowOfDay(day);
  return measuredUpTo(family.added, { fromDay: day, fromSlot: firstSlot, endSlot: firstSlot + passedOf(day, source) }, source);
};

/** Mean of the same weekdays of the last 7 weeks that were measured, each to the same distance from its start. */
export const sameWeekdays = async (
  family: LandingFamily,
  day: number,
  now: readonly Measured[],
  compared: Compared,
): Promise<LikeMean> => {
  const passed = passedOf(day, compared.source);
  const { slots: all } = compared.source.calendar.windowOfDay(day);
  const likes: LikeStretch[] = [];
  for (let week = 1; week <= WEEKS; week += 1) {
    const like = day - WEEK_DAYS * week;
    if (like < 0) break;
    const { firstSlot, slots } = compared.source.calendar.windowOfDay(like);
    const end = firstSlot + (passed === all ? slots : Math.min(passed, slots));
    const whole = { fromDay: like, toDay: like, fromSlot: firstSlot, toSlot: firstSlot + slots };
    const amount = await amountUpTo(family, whole, end, compared);
    likes.push({ fromDay: like, fromSlot: firstSlot, endSlot: end, dayEnd: whole.toSlot, amount });
  }
  return meanOfLike(family, likes, now, compared.source);
};

export type PastMonth = { month: string; fromDay: number; lastDay: number; toDay: number; endSlot: number };

/** The last three months, newest first: whole, and up to the day and time of now in the running one. */
export const pastMonths = (day: number, source: ReadContext): PastMonth[] => {
  const { calendar } = source;
  const month = daysOfMonth(dateOfDay(day).slice(0, 7));
  const isWhole = day === month.toDay;
  const passed = passedOf(day, source);
  const isOver = passed === calendar.windowOfDay(day).slots;
  const months: PastMonth[] = [];
  let first = month.fromDay;
  for (let ago = 1; ago <= MONTHS && first > 0; ago += 1) {
    const { fromDay, toDay } = daysOfMonth(dateOfDay(first - 1).slice(0, 7));
    const like = fromDay + day - month.fromDay;
    // where the month has no such day, all of it is counted
    const lastDay = isWhole && isOver ? toDay : Math.min(like, toDay);
    const { firstSlot, slots } = calendar.windowOfDay(lastDay);
    const endSlot = firstSlot + (isOver || like > toDay ? slots : Math.min(passed, slots));
    months.push({ month: dateOfDay(fromDay).slice(0, 7), fromDay, lastDay, toDay, endSlot });
    first = fromDay;
  }
  return months;
};

export const toSameDay = async (family: LandingFamily, { fromDay, lastDay, endSlot }: PastMonth, compared: Compared) => {
  const { calendar } = compared.source;
  const fromSlot = calendar.windowOfDay(fromDay).firstSlot;
  return amountUpTo(family, { fromDay, toDay: lastDay, fromSlot, toSlot: endSlot }, endSlot, compared);
};

/** A month up to a day of it, as far as that has come. */
export const monthUpToNow = async (family: LandingFamily, day: number, source: ServingContext): Promise<Measured[]> => {
  const { fromDay } = daysOfMonth(dateOfDay(day).slice(0, 7));
  const endSlot = source.calendar.windowOfDay(day).firstSlot + passedOf(day, source);
  return measuredUpTo(family.added, { fromDay, fromSlot: source.calendar.windowOfDay(fromDay).firstSlot, endSlot }, source);
};

/** Mean of the last three months that were measured, each to the same day. */
export const lastMonths = async (
  family: LandingFamily,
  day: number,
  now: readonly Measured[],
  compared: Compared,
): Promise<LikeMean> => {
  const { source } = compared;
  const likes: LikeStretch[] = [];
  for (const month of pastMonths(day, source)) {
    const { fromDay, lastDay, endSlot } = month;
    const amount = await toSameDay(family, month, compared);
    const { firstSlot, slots } = source.calendar.windowOfDay(lastDay);
    const fromSlot = source.calendar.windowOfDay(fromDay).firstSlot;
    likes.push({ fromDay, fromSlot, endSlot, dayEnd: firstSlot + slots, amount });
  }
  return meanOfLike(family, likes, now, source);
};

/** What a window is compared with besides the one before it. */
export const likeForLike = async (
  family: LandingFamily,
  { window, previous, now }: { window: Window; previous: number | null; now: readonly Measured[] },
  compared: Compared,
): Promise<{ label: string; value: number | null }> => {
  if (window.type === 'DAY')
    return {
      label: `mean of the last ${WEEKS} ${weekdayOf(window.toDay)}s to the same time`,
      value: (await sameWeekdays(family, window.toDay, now, compared)).value,
    };
  if (window.type !== 'MONTH') {
    const before = windowBefore(compared.source.calendar, window);
    return { label: `${dmyOfDay(before.fromDay)} - ${dmyOfDay(before.toDay)}`, value: previous };
  }
  const { value } = await lastMonths(family, window.toDay, now, compared);
  return { label: `mean of the last ${MONTHS} months to the same day`, value };
};
