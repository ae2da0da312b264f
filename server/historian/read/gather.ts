import { lastUsed } from '../../core/lastUsed.ts';
import { daysOf, monthOfDay } from '../../core/months.ts';
import { seriesDayKey } from './daySlots.ts';
import { joinedWithin, withoutEarlier } from './joining.ts';
import type { DaysTotal, DayTotal, KeptSlots, MonthTotal, ReadingReader, SlotRun, Tally } from './reader.ts';
import type { ReadContext } from './source.ts';
import { emptyTally, joinTallies, tallyDays, tallySlots } from './tally.ts';
import type { Window } from './window.ts';

/** The values of one series in a window, bucket by bucket and in total. */
export type Gathered = { total: Tally; buckets: Tally[] };

/** Day totals fetched in one go; about 2 ms of reading. */
const ROWS_PER_FETCH = 2000;
/** A month that is not remembered costs as much as so many rows. */
const ROWS_PER_MONTH = 8;

const together = (parts: readonly Tally[]): Tally =>
  joinTallies(
    emptyTally,
    parts.filter(({ expected }) => expected > 0),
  );

/** Hours from slots, days and months from day totals; the running day counts as far as it has come. */
export const gather = async (
  source: ReadContext,
  seriesIds: readonly number[],
  window: Window,
): Promise<Map<number, Gathered>> =>
  window.step === 'hour' ? gatherHours(source, seriesIds, window) : gatherDays(source, seriesIds, window);

/** Without a copy where they are all of one day. */
export const slotsInPlace = (reader: ReadingReader, seriesId: number, fromSlot: number, toSlot: number): KeptSlots | SlotRun =>
  reader.kept?.(seriesId, fromSlot, toSlot) ?? reader.slots(seriesId, fromSlot, toSlot);

const gatherHours = async (source: ReadContext, seriesIds: readonly number[], window: Window): Promise<Map<number, Gathered>> => {
  const found = new Map<number, Gathered>();
  const joined = await joinedWithin(source, seriesIds, window);
  for (const id of seriesIds) {
    await source.pace.turn();
    const since = joined.get(id) ?? window.fromSlot;
    const run = slotsInPlace(source.reader, id, window.fromSlot, window.toSlot);
    const buckets: Tally[] = [];
    for (const { fromSlot, toSlot } of window.buckets)
      buckets.push(tallySlots(run, Math.min(toSlot, Math.max(fromSlot, since)), toSlot, source.nowSlot));
    found.set(id, { buckets, total: together(buckets) });
  }
  return found;
};

/** Of the buckets of a window that a unit joined in, nothing is expected of before it did. */
const sinceJoining = (source: ReadContext, since: number | undefined, window: Window, gathered: Gathered): Gathered => {
  if (since === undefined) return gathered;
  const { nowSlot, joinedSlot = 0 } = source;
  const buckets = gathered.buckets.map((tally, at) => {
    const { fromSlot = 0, toSlot = 0 } = window.buckets[at] ?? {};
    return withoutEarlier(tally, Math.min(since, toSlot, nowSlot) - Math.max(fromSlot, joinedSlot));
  });
  return { buckets, total: together(buckets) };
};

/** Slots of [fromDay, toDay] that have passed since the industry joined. */
const passedSlots = ({ calendar, nowSlot, joinedSlot = 0 }: ReadContext, fromSlot: number, toDay: number): number => {
  const { firstSlot, slots } = calendar.windowOfDay(toDay);
  return Math.max(0, Math.min(firstSlot + slots, nowSlot) - Math.max(fromSlot, joinedSlot));
};

/** What there is of days before the industry joined is as much as was expected of them. */
const tallyOf = (days: readonly DaysTotal[], expected: number): Tally =>
  tallyDays(days, expected > 0 ? expected : days.reduce((sum, { complete }) => sum + complete, 0));

const gatherDays = async (source: ReadContext, seriesIds: readonly number[], window: Window): Promise<Map<number, Gathered>> => {
  const found = new Map<number, Gathered>();
  const expected = window.buckets.map(({ fromSlot, toDay }) => passedSlots(source, fromSlot, toDay));
  const cut = cutDayOf(source, window);
  const cutBucket = cut && window.buckets.findIndex(({ fromDay, toDay }) => cut.day >= fromDay && cut.day <= toDay);
  if (cut && cutBucket !== undefined) expected[cutBucket] = (expected[cutBucket] ?? 0) - (cut.toSlot - cut.fromSlot);
  const closed = cut && source.reader.closedTallies?.(seriesIds, cut.fromSlot, cut.toSlot);
  const toDay = cut ? cut.day - 1 : window.toDay;
  const tallied = await talliedDays(source, seriesIds, { window, expected, toDay });
  const open = window.buckets.slice(tallied.days);
  const expectedOpen = expected.slice(tallied.days);
  const fromDay = window.fromDay + tallied.days;
  const joined = await joinedWithin(source, seriesIds, window);
  for await (const fetched of totalsBySeries(source, seriesIds, { fromDay, toDay }, window.step !== 'day'))
    for (const [id, rows] of fetched) {
      const buckets = [...tallied.of(id), ...tallyBuckets(rows, open, expectedOpen)];
      const whole = cutBucket === undefined ? undefined : buckets[cutBucket];
      if (cut && cutBucket !== undefined && whole) {
        const { fromSlot, toSlot } = cut;
        const tally = closed?.(id) ?? tallySlots(slotsInPlace(source.reader, id, fromSlot, toSlot), fromSlot, toSlot, toSlot);
        buckets[cutBucket] = together([whole, tally]);
        await source.pace.turn();
      }
      found.set(id, sinceJoining(source, joined.get(id), window, { buckets, total: together(buckets) }));
    }
  return found;
};

type Bucket = Window['buckets'][number];

/** @param rows in order. */
const tallyBuckets = (rows: readonly Row[], buckets: readonly Bucket[], expected: readonly number[]): Tally[] => {
  let from = 0;
  return buckets.map(({ toDay }, index) => {
    let to = from;
    for (let row = rows[to]; row && firstDayOf(row) <= toDay; row = rows[to]) to += 1;
    const tally = tallyOf(rows.slice(from, to), expected[index] ?? 0);
    from = to;
    return tally;
  });
};

/** About 200 bytes a day; of 1,000 series a month takes 6 MB. */
const MOST_TALLIED = 1500;
type TalliedDays = { state: string; tallies: readonly Tally[] };
const talliedBefore = new WeakMap<ReadingReader, ReturnType<typeof lastUsed<number, TalliedDays>>>();

/**
 * The first days of a running window by days, up to the day before yesterday: who looks at a month has them again with each look, and they
 * seldom change.
 * @returns how many days, and what each of them came to.
 */
const talliedDays = async (
  source: ReadContext,
  seriesIds: readonly number[],
  { window, expected, toDay }: { window: Window; expected: readonly number[]; toDay: number },
): Promise<{ days: number; of(seriesId: number): readonly Tally[] }> => {
  const { reader, calendar, nowSlot } = source;
  const lastDay = Math.min(toDay, calendar.dayOfSlot(nowSlot) - 2);
  const days = window.step === 'day' && window.toSlot > nowSlot ? Math.max(0, lastDay - window.fromDay + 1) : 0;
  const stateOf = days > 0 ? reader.closedState?.(seriesIds, window.fromDay, lastDay) : undefined;
  if (!stateOf) return { days: 0, of: () => [] };
  const known = talliedBefore.get(reader) ?? lastUsed<number, TalliedDays>(MOST_TALLIED);
  talliedBefore.set(reader, known);
  const [buckets, slots] = [window.buckets.slice(0, days), expected.slice(0, days)];
  const found = new Map<number, readonly Tally[]>();
  const states = new Map<number, string>();
  for (const id of seriesIds) {
    const state = stateOf(id);
    if (state !== undefined) states.set(id, `${state} ${lastDay} ${slots.join()}`);
    const kept = known.get(seriesDayKey(id, window.fromDay));
    if (kept && kept.state === states.get(id)) found.set(id, kept.tallies);
  }
  const missing = seriesIds.filter((id) => !found.has(id));
  for await (const fetched of totalsBySeries(source, missing, { fromDay: window.fromDay, toDay: lastDay }, false))
    for (const [id, rows] of fetched) {
      const tallies = tallyBuckets(rows, buckets, slots);
      const state = states.get(id);
      // what was found damaged just now was left out, and will not always be
      if (state !== undefined && stateOf(id) !== undefined) known.set(seriesDayKey(id, window.fromDay), { state, tallies });
      found.set(id, tallies);
    }
  return { days, of: (seriesId) => found.get(seriesId) ?? [] };
};

/** The day of a window in which counting ends, as far as it counts. */
const cutDayOf = (
  { calendar, endSlot }: ReadContext,
  { fromSlot, toSlot }: Window,
): { day: number; fromSlot: number; toSlot: number } | undefined => {
  if (endSlot === undefined || endSlot < fromSlot || endSlot >= toSlot) return undefined;
  const day = calendar.dayOfSlot(endSlot);
  return { day, fromSlot: calendar.windowOfDay(day).firstSlot, toSlot: endSlot };
};

/** Totals of [window.fromSlot, endSlot), where the end may be inside a day. Whole days are taken from day totals. */
export const gatherTotals = async (
  source: ReadContext,
  seriesIds: readonly number[],
  window: Pick<Window, 'fromDay' | 'fromSlot'>,
  endSlot: number,
): Promise<Map<number, Tally>> => {
  const found = new Map<number, Tally>();
  if (endSlot <= window.fromSlot) return found;
  await gatherStretch(source, seriesIds, { ...window, endSlot }, found);
  const { nowSlot, joinedSlot = 0 } = source;
  for (const [id, since] of await joinedWithin(source, seriesIds, { fromSlot: window.fromSlot, toSlot: endSlot })) {
    const tally = found.get(id);
    if (tally) found.set(id, withoutEarlier(tally, Math.min(since, endSlot, nowSlot) - Math.max(window.fromSlot, joinedSlot)));
  }
  return found;
};

type Stretch = Pick<Window, 'fromDay' | 'fromSlot'> & { endSlot: number };

const gatherStretch = async (
  source: ReadContext,
  seriesIds: readonly number[],
  { endSlot, ...window }: Stretch,
  found: Map<number, Tally>,
): Promise<void> => {
  const { calendar, reader, nowSlot, pace } = source;
  const lastDay = calendar.dayOfSlot(endSlot - 1);
  const last = calendar.windowOfDay(lastDay);
  const isWhole = last.firstSlot + last.slots === endSlot;
  const toDay = isWhole ? lastDay : lastDay - 1;
  if (toDay >= window.fromDay) {
    const expected = passedSlots(source, window.fromSlot, toDay);
    for await (const fetched of totalsBySeries(source, seriesIds, { fromDay: window.fromDay, toDay }, true))
      for (const [id, rows] of fetched) found.set(id, tallyOf(rows, expected));
  }
  if (isWhole) return;
  const closed = endSlot <= nowSlot ? reader.closedTallies?.(seriesIds, last.firstSlot, endSlot) : undefined;
  for (const id of seriesIds) {
    await pace.turn();
    const tally = closed?.(id) ?? tallySlots(slotsInPlace(reader, id, last.firstSlot, endSlot), last.firstSlot, endSlot, nowSlot);
    found.set(id, together([found.get(id) ?? emptyTally, tally]));
  }
};

type Row = DayTotal | MonthTotal;

const firstDayOf = (row: Row): number => ('day' in row ? row.day : daysOf(row.month).fromDay);

type Months = { from: number; to: number };

/** The calendar months entirely within [fromDay, toDay]; future days are empty, so the running month counts as whole. */
const wholeMonths = ({ calendar, nowSlot }: ReadContext, fromDay: number, toDay: number): Months | undefined => {
  const isRunning = toDay >= calendar.dayOfSlot(nowSlot);
  const [first, last] = [monthOfDay(fromDay), monthOfDay(toDay)];
  const from = daysOf(first).fromDay === fromDay ? first : first + 1;
  const to = isRunning || daysOf(last).toDay === toDay ? last : last - 1;
  return from <= to ? { from, to } : undefined;
};

/**
 * Every series with its totals in order, one without any included, in the pieces that are fetched: whole months together where `byMonths`
 * allows, single days elsewhere.
 */
async function* totalsBySeries(
  source: ReadContext,
  seriesIds: readonly number[],
  { fromDay, toDay }: { fromDay: number; toDay: number },
  byMonths: boolean,
): AsyncGenerator<(readonly [seriesId: number, rows: readonly Row[]])[]> {
  const { reader, pace } = source;
  const months = byMonths ? wholeMonths(source, fromDay, toDay) : undefined;
  const days = months
    ? [
        { fromDay, toDay: daysOf(months.from).fromDay - 1 },
        { fromDay: daysOf(months.to).toDay + 1, toDay },
      ].filter((part) => part.toDay >= part.fromDay)
    : [{ fromDay, toDay }];
  const rowsOfDays = days.reduce((sum, part) => sum + part.toDay - part.fromDay + 1, 0);
  const rowsOfMonths = months ? ROWS_PER_MONTH * (months.to - months.from + 1) : 0;
  // days of many series are remembered together, so that few of them at a time would each be read
  for (const group of fetches(seriesIds, rowsOfDays)) {
    await pace.turn();
    const ofDays = days.map((part) => bySeries(reader.dayTotals(group, part.fromDay, part.toDay)));
    for (const ids of fetches(group, rowsOfMonths)) {
      if (months) await pace.turn();
      const lists: Map<number, readonly Row[]>[] = months
        ? [...ofDays, bySeries(reader.monthTotals(ids, months.from, months.to))]
        : ofDays;
      yield ids.map((id): [number, readonly Row[]] => {
        const [only] = lists;
        if (lists.length === 1) return [id, only?.get(id) ?? []];
        const rows = lists.flatMap((found) => found.get(id) ?? []);
        // each list is in order already
        return [id, rows.sort((a, b) => firstDayOf(a) - firstDayOf(b))];
      });
    }
  }
}

const bySeries = <R extends Row>(rows: readonly R[]): Map<number, R[]> => Map.groupBy(rows, ({ seriesId }) => seriesId);

/** Series whose rows are fetched in one go. */
function* fetches(seriesIds: readonly number[], rowsEach: number): Generator<readonly number[]> {
  const each = Math.max(1, Math.floor(ROWS_PER_FETCH / Math.max(1, rowsEach)));
  for (let at = 0; at < seriesIds.length; at += each) yield seriesIds.slice(at, at + each);
}
