import { lastUsed } from '../../core/lastUsed.ts';
import { seriesDayKey } from './daySlots.ts';
import { joinedWithin, withoutEarlier } from './joining.ts';
import type { KeptSlots, ReadingReader, SlotRun, Tally } from './reader.ts';
import type { ReadContext } from './source.ts';
import { asExpected, emptyTally, joinTallies, saysSomething, tallyDays, tallySlots } from './tally.ts';
import { firstDayOf, isBeforePlant, slotsOfRow, type TotalRow, totalsBySeries } from './totalRows.ts';
import type { Window } from './window.ts';

/** The values of one series in a window, bucket by bucket and in total. */
export type Gathered = { total: Tally; buckets: Tally[] };

const together = (parts: readonly Tally[]): Tally => joinTallies(emptyTally, parts.filter(saysSomething));

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
  const { joinedSlot = 0 } = source;
  for (const id of seriesIds) {
    await source.pace.turn();
    const since = joined.get(id) ?? window.fromSlot;
    const run = slotsInPlace(source.reader, id, window.fromSlot, window.toSlot);
    const tallies = window.buckets.map(({ fromSlot, toSlot }) =>
      tallySlots(run, Math.min(toSlot, Math.max(fromSlot, since)), toSlot, source.nowSlot),
    );
    const early = window.buckets.filter(({ toSlot }) => toSlot <= joinedSlot).length;
    const buckets = tallies.map((tally, hour) => (hour < early ? asExpected(tally) : tally));
    const before = asExpected(together(tallies.slice(0, early)));
    found.set(id, { buckets, total: together([before, ...tallies.slice(early)]) });
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

/** Rows of which `passed` slots are expected: what there is of days before the industry joined is as much as was expected of them. */
const tallyOf = (rows: readonly TotalRow[], passed: number, source: ReadContext): Tally => {
  const early = rows.filter((row) => isBeforePlant(row, source));
  const expected = early.reduce((sum, { complete }) => sum + complete, passed);
  const tally = tallyDays(rows, expected > 0 ? expected : rows.reduce((sum, { complete }) => sum + complete, 0));
  // a part of it was estimated, or is not known
  const isPart = tally.quality === 'G' && early.some((row) => row.complete < slotsOfRow(row, source));
  return isPart ? { ...tally, quality: 'E' } : tally;
};

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
      const buckets = [...tallied.of(id), ...tallyBuckets(rows, open, { expected: expectedOpen, source })];
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
const tallyBuckets = (
  rows: readonly TotalRow[],
  buckets: readonly Bucket[],
  { expected, source }: { expected: readonly number[]; source: ReadContext },
): Tally[] => {
  let from = 0;
  return buckets.map(({ toDay }, index) => {
    let to = from;
    for (let row = rows[to]; row && firstDayOf(row) <= toDay; row = rows[to]) to += 1;
    const tally = tallyOf(rows.slice(from, to), expected[index] ?? 0, source);
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
      const tallies = tallyBuckets(rows, buckets, { expected: slots, source });
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
  const { calendar, reader, nowSlot, joinedSlot = 0, pace } = source;
  const lastDay = calendar.dayOfSlot(endSlot - 1);
  const last = calendar.windowOfDay(lastDay);
  const isWhole = last.firstSlot + last.slots === endSlot;
  const toDay = isWhole ? lastDay : lastDay - 1;
  if (toDay >= window.fromDay) {
    const expected = passedSlots(source, window.fromSlot, toDay);
    for await (const fetched of totalsBySeries(source, seriesIds, { fromDay: window.fromDay, toDay }, true))
      for (const [id, rows] of fetched) found.set(id, tallyOf(rows, expected, source));
  }
  if (isWhole) return;
  const closed = endSlot <= nowSlot ? reader.closedTallies?.(seriesIds, last.firstSlot, endSlot) : undefined;
  for (const id of seriesIds) {
    await pace.turn();
    const tally = closed?.(id) ?? tallySlots(slotsInPlace(reader, id, last.firstSlot, endSlot), last.firstSlot, endSlot, nowSlot);
    const part = endSlot <= joinedSlot ? asExpected(tally) : tally;
    found.set(id, together([found.get(id) ?? emptyTally, part]));
  }
};
