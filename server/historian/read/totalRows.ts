import { daysOf, monthOfDay } from '../../core/months.ts';
import type { DayTotal, MonthTotal } from './reader.ts';
import type { ReadContext } from './source.ts';

/** Day totals fetched in one go; about 2 ms of reading. */
const ROWS_PER_FETCH = 2000;
/** A month that is not remembered costs as much as so many rows. */
const ROWS_PER_MONTH = 8;

/** What a day or a month of a series came to. */
export type TotalRow = DayTotal | MonthTotal;
type Days = { fromDay: number; toDay: number };
type Months = { from: number; to: number };

export const firstDayOf = (row: TotalRow): number => ('day' in row ? row.day : daysOf(row.month).fromDay);

const lastDayOf = (row: TotalRow): number => ('day' in row ? row.day : daysOf(row.month).toDay);

/** Whether a row is of days before the industry joined, of which nothing is expected. */
export const isBeforePlant = (row: TotalRow, { calendar, joinedSlot = 0 }: ReadContext): boolean =>
  lastDayOf(row) < calendar.dayOfSlot(joinedSlot);

/** How many slots the days of a row have that is over. */
export const slotsOfRow = (row: TotalRow, { calendar }: ReadContext): number => {
  if ('day' in row) return row.expected;
  const { fromDay, toDay } = daysOf(row.month);
  return calendar.windowOfDay(toDay + 1).firstSlot - calendar.windowOfDay(fromDay).firstSlot;
};

/** The calendar months entirely within [fromDay, toDay]; future days are empty, so the running month counts as whole. */
const wholeMonths = ({ calendar, nowSlot }: ReadContext, { fromDay, toDay }: Days): Months | undefined => {
  const isRunning = toDay >= calendar.dayOfSlot(nowSlot);
  const [first, last] = [monthOfDay(fromDay), monthOfDay(toDay)];
  const from = daysOf(first).fromDay === fromDay ? first : first + 1;
  const to = isRunning || daysOf(last).toDay === toDay ? last : last - 1;
  return from <= to ? { from, to } : undefined;
};

/** Whole months, without the one within which the industry joined: what is expected of its days is not alike. */
const likeMonths = (source: ReadContext, stretch: Days): Months[] => {
  const whole = wholeMonths(source, stretch);
  if (!whole) return [];
  const joinedDay = source.calendar.dayOfSlot(source.joinedSlot ?? 0);
  const joined = monthOfDay(joinedDay);
  const isUnlike = joined >= whole.from && joined <= whole.to && daysOf(joined).fromDay < joinedDay;
  const parts = isUnlike
    ? [
        { from: whole.from, to: joined - 1 },
        { from: joined + 1, to: whole.to },
      ]
    : [whole];
  return parts.filter(({ from, to }) => from <= to);
};

/** The days of a stretch that are in none of these months, which are in order. */
const daysBetween = ({ fromDay, toDay }: Days, months: readonly Months[]): Days[] => {
  const starts = [fromDay, ...months.map(({ to }) => daysOf(to).toDay + 1)];
  const ends = [...months.map(({ from }) => daysOf(from).fromDay - 1), toDay];
  return starts.map((start, at) => ({ fromDay: start, toDay: ends[at] ?? toDay })).filter((part) => part.toDay >= part.fromDay);
};

/**
 * Every series with its totals in order, one without any included, in the pieces that are fetched: whole months together where `byMonths`
 * allows, single days elsewhere.
 */
export async function* totalsBySeries(
  source: ReadContext,
  seriesIds: readonly number[],
  stretch: Days,
  byMonths: boolean,
): AsyncGenerator<(readonly [seriesId: number, rows: readonly TotalRow[]])[]> {
  const { reader, pace } = source;
  const months = byMonths ? likeMonths(source, stretch) : [];
  const days = months.length > 0 ? daysBetween(stretch, months) : [stretch];
  const rowsOfDays = days.reduce((sum, { fromDay, toDay }) => sum + toDay - fromDay + 1, 0);
  const rowsOfMonths = months.reduce((sum, { from, to }) => sum + ROWS_PER_MONTH * (to - from + 1), 0);
  // days of many series are remembered together, so that few of them at a time would each be read
  for (const group of fetches(seriesIds, rowsOfDays)) {
    await pace.turn();
    const ofDays = days.map((part) => bySeries(reader.dayTotals(group, part.fromDay, part.toDay)));
    for (const ids of fetches(group, rowsOfMonths)) {
      if (months.length > 0) await pace.turn();
      const lists = [...ofDays, ...months.map(({ from, to }) => bySeries(reader.monthTotals(ids, from, to)))];
      yield ids.map((id): [number, readonly TotalRow[]] => {
        const [only] = lists;
        if (lists.length === 1) return [id, only?.get(id) ?? []];
        const rows = lists.flatMap((found): readonly TotalRow[] => found.get(id) ?? []);
        // each list is in order already
        return [id, rows.sort((a, b) => firstDayOf(a) - firstDayOf(b))];
      });
    }
  }
}

const bySeries = (rows: readonly TotalRow[]): ReadonlyMap<number, readonly TotalRow[]> =>
  Map.groupBy(rows, ({ seriesId }) => seriesId);

/** Series whose rows are fetched in one go. */
function* fetches(seriesIds: readonly number[], rowsEach: number): Generator<readonly number[]> {
  const each = Math.max(1, Math.floor(ROWS_PER_FETCH / Math.max(1, rowsEach)));
  for (let at = 0; at < seriesIds.length; at += each) yield seriesIds.slice(at, at + each);
}
