import { lastUsed } from '../../core/lastUsed.ts';
import { daysOf, monthOfDay } from '../../core/months.ts';
import type { ShiftCalendar } from '../../core/shift.ts';
import type { DayTotal, MonthTotal, ReadingReader, Tally } from './reader.ts';
import type { ReadContext } from './source.ts';
import type { Window } from './window.ts';

/**
 * From where on a unit is expected to have readings: its first value, at the latest when it was set up (docs/domain.md 1.3). A unit of
 * which something is known on the day before a stretch was there already.
 */

type Slots = Pick<Window, 'fromSlot' | 'toSlot'>;
type Joining = { reader: Pick<ReadingReader, 'dayTotals' | 'slots'>; calendar: ShiftCalendar };

const isSomething = ({ sum, avg, last }: Pick<DayTotal, 'sum' | 'avg' | 'last'>): boolean =>
  sum !== null || avg !== null || last !== null;

/** The first slot of a day, from a slot on, that was read; undefined where none was. */
const firstReadOn = ({ reader, calendar }: Joining, id: number, day: number, fromSlot: number): number | undefined => {
  const { firstSlot, slots } = calendar.windowOfDay(day);
  const begin = Math.max(fromSlot, firstSlot);
  const at = [...reader.slots(id, begin, firstSlot + slots).quality].findIndex((letter) => letter !== 'M');
  return at < 0 ? undefined : begin + at;
};

/** The same of a day that has a total: where that is all that is kept of it, its begin. */
const firstOfTotal = (source: Joining, { seriesId, day }: DayTotal, fromSlot: number): number =>
  firstReadOn(source, seriesId, day, fromSlot) ?? Math.max(fromSlot, source.calendar.windowOfDay(day).firstSlot);

/** From where on a series is expected in slots [fromSlot, endSlot). */
const expectedFrom = (
  source: Joining,
  { id, setUpSlot }: { id: number; setUpSlot: number },
  { fromSlot, endSlot }: { fromSlot: number; endSlot: number },
): number => {
  if (setUpSlot <= fromSlot || endSlot <= fromSlot) return fromSlot;
  const { reader, calendar } = source;
  const fromDay = calendar.dayOfSlot(fromSlot);
  const toDay = calendar.dayOfSlot(Math.min(setUpSlot, endSlot - 1));
  if (reader.dayTotals([id], fromDay - 1, fromDay - 1).some(isSomething)) return fromSlot;
  const first = reader.dayTotals([id], fromDay, toDay).find(isSomething);
  return first ? Math.min(setUpSlot, firstOfTotal(source, first, fromSlot)) : setUpSlot;
};

/** From where on a series is expected in slots [fromSlot, toSlot). */
export const expectedSince = (source: ReadContext, id: number, { fromSlot, toSlot }: Slots): number => {
  const setUpSlot = source.setUpSlot?.(id) ?? 0;
  return expectedFrom(source, { id, setUpSlot }, { fromSlot, endSlot: Math.min(toSlot, source.nowSlot) });
};

/** How many slots of a series are expected in a stretch, as far as it has come. */
export const expectedSlots = (source: ReadContext, { id }: { id: number }, { fromSlot, toSlot }: Slots): number => {
  const since = Math.max(expectedSince(source, id, { fromSlot, toSlot }), source.joinedSlot ?? 0);
  return Math.max(0, Math.min(toSlot, source.nowSlot) - since);
};

/** Series of which something is known on the day before a stretch; of others the first slot in its days that are over, where there is one. */
type Firsts = { before: Set<number>; slots: Map<number, number | undefined> };
type KeptFirsts = Firsts & { revision: string };

/** Stretches whose first values are remembered; of 1,000 series some 30 KB each. */
const MOST_STRETCHES = 24;
const SERIES_AT_ONCE = 20;
type Kept = ReturnType<typeof lastUsed<string, KeptFirsts>>;
/** By reader, and by the calendar of the industry. */
const keptFirsts = new WeakMap<ReadingReader, WeakMap<ShiftCalendar, Kept>>();

const keptOf = ({ reader, calendar }: ReadContext): Kept => {
  const ofReader = keptFirsts.get(reader) ?? new WeakMap<ShiftCalendar, Kept>();
  keptFirsts.set(reader, ofReader);
  const kept = ofReader.get(calendar) ?? lastUsed<string, KeptFirsts>(MOST_STRETCHES);
  ofReader.set(calendar, kept);
  return kept;
};

/** The first value of a series in closed days [fromDay, toDay], by way of its months: of years the days would be many. */
const firstInMonths = (
  source: ReadContext,
  months: readonly MonthTotal[],
  { fromSlot, fromDay, toDay }: { fromSlot: number; fromDay: number; toDay: number },
): number | undefined => {
  for (const month of months.filter(isSomething)) {
    const days = daysOf(month.month);
    const totals = source.reader.dayTotals([month.seriesId], Math.max(fromDay, days.fromDay), Math.min(toDay, days.toDay));
    const first = totals.find(isSomething);
    if (first) return firstOfTotal(source, first, fromSlot);
  }
  return undefined;
};

/** What is known of series before a stretch and in its days that are over: it stays as it is until one of these days changes. */
const firstsIn = async (
  source: ReadContext,
  ids: readonly number[],
  { fromSlot, toDay }: { fromSlot: number; toDay: number },
): Promise<Firsts> => {
  const { reader, calendar, pace } = source;
  const fromDay = calendar.dayOfSlot(fromSlot);
  const kept = keptOf(source);
  const key = `${fromSlot} ${toDay}`;
  const revision = reader.revision(ids, fromDay - 1, toDay);
  const known = kept.get(key);
  const found = known?.revision === revision ? known : { revision, before: new Set<number>(), slots: new Map() };
  kept.set(key, found);
  const { before, slots } = found;
  const missing = ids.filter((id) => !before.has(id) && !slots.has(id));
  if (missing.length === 0) return found;
  for (const total of reader.dayTotals(missing, fromDay - 1, fromDay - 1)) if (isSomething(total)) before.add(total.seriesId);
  const late = missing.filter((id) => !before.has(id));
  for (let at = 0; at < late.length; at += SERIES_AT_ONCE) {
    await pace.turn();
    const some = late.slice(at, at + SERIES_AT_ONCE);
    const months = Map.groupBy(
      toDay < fromDay ? [] : reader.monthTotals(some, monthOfDay(fromDay), monthOfDay(toDay)),
      ({ seriesId }) => seriesId,
    );
    for (const id of some) slots.set(id, firstInMonths(source, months.get(id) ?? [], { fromSlot, fromDay, toDay }));
  }
  return found;
};

/**
 * From where on each of many series is expected in slots [fromSlot, toSlot); those that are expected in all of them are left out.
 * Nothing is looked up of units that were set up before.
 */
export const joinedWithin = async (
  source: ReadContext,
  ids: readonly number[],
  { fromSlot, toSlot }: Slots,
): Promise<ReadonlyMap<number, number>> => {
  const since = new Map<number, number>();
  const endSlot = Math.min(toSlot, source.nowSlot);
  const setUpSlot = (id: number): number => source.setUpSlot?.(id) ?? 0;
  const late = endSlot <= fromSlot ? [] : ids.filter((id) => setUpSlot(id) > fromSlot);
  if (late.length === 0) return since;
  const { calendar } = source;
  // yesterday and today change with each reading
  const overDay = calendar.dayOfSlot(source.nowSlot) - 2;
  const fromDay = calendar.dayOfSlot(fromSlot);
  const toDay = Math.max(fromDay - 1, Math.min(calendar.dayOfSlot(endSlot - 1), overDay));
  const { before, slots } = await firstsIn(source, late, { fromSlot, toDay });
  for (const id of late) {
    if (before.has(id)) continue;
    const slot = slots.get(id);
    const openFrom = Math.max(fromSlot, calendar.windowOfDay(toDay + 1).firstSlot);
    const first = slot ?? (openFrom < endSlot ? firstOpen(source, id, { fromSlot: openFrom, endSlot }) : undefined);
    const from = Math.max(fromSlot, Math.min(setUpSlot(id), first ?? Number.POSITIVE_INFINITY));
    if (from > fromSlot) since.set(id, from);
  }
  return since;
};

/** The first value of a series in slots of days that are not over. */
const firstOpen = (
  source: ReadContext,
  id: number,
  { fromSlot, endSlot }: { fromSlot: number; endSlot: number },
): number | undefined => {
  const { reader, calendar } = source;
  const totals = reader.dayTotals([id], calendar.dayOfSlot(fromSlot), calendar.dayOfSlot(endSlot - 1));
  const first = totals.find(isSomething);
  return first && firstOfTotal(source, first, fromSlot);
};

/** Of a stretch that a unit joined in, nothing is expected of before it did. */
export const withoutEarlier = (tally: Tally, earlier: number): Tally => {
  if (earlier <= 0 || tally.expected === 0) return tally;
  const expected = Math.max(tally.complete, tally.expected - earlier);
  return { ...tally, expected, quality: tally.quality === 'E' && tally.complete === expected ? 'G' : tally.quality };
};
