import { areComparable, type ComparedPair, type Measured } from '../../contract/rules/comparable.ts';
import { isCountedAt } from '../../core/slots.ts';
import type { SeriesInfo, Unit } from '../../plantModel/index.ts';
import { changePct } from './displayUnit.ts';
import type { UnitLookup } from './linkedFlow.ts';
import type { DayTotal, Tally } from './reader.ts';
import type { ReadContext } from './source.ts';

/** A stretch that is compared, up to a slot within its last day, and what its series came to. */
export type ComparedSide = { fromDay: number; fromSlot: number; endSlot: number; of(seriesId: number): Tally | undefined };

/** Little gaps of a meter are none. */
const WHOLE = 0.95;

const knownIn = (reader: ReadContext['reader'], id: number, fromSlot: number, endSlot: number): number => {
  const { quality } = reader.slots(id, fromSlot, endSlot);
  let known = 0;
  for (let at = 0; at < endSlot - fromSlot; at += 1) if (isCountedAt(quality, at)) known += 1;
  return known;
};

/**
 * Slots of a day that have a value. Its total counts the complete ones alone; its mean is of all that have a value, but of a
 * meter that stood still it does not say of how many.
 */
export const knownOfDay = (
  { seriesId, day, sum, avg, complete, expected }: DayTotal,
  { reader, calendar }: Pick<ReadContext, 'reader' | 'calendar'>,
): number => {
  if (avg === null || sum === null || complete >= expected) return complete;
  if (sum && avg) return Math.min(Math.max(complete, Math.round(sum / avg)), expected);
  const { firstSlot, slots } = calendar.windowOfDay(day);
  return Math.max(complete, knownIn(reader, seriesId, firstSlot, firstSlot + slots));
};

/** Slots of each series that have a value, up to a slot within the last day. */
const knownSlots = (
  ids: readonly number[],
  { fromDay, fromSlot, endSlot }: ComparedSide,
  source: ReadContext,
): ReadonlyMap<number, number> => {
  const { reader, calendar } = source;
  const known = new Map<number, number>();
  if (ids.length === 0 || endSlot <= fromSlot) return known;
  const lastDay = calendar.dayOfSlot(endSlot - 1);
  const { firstSlot, slots } = calendar.windowOfDay(lastDay);
  const isLastWhole = firstSlot + slots === endSlot;
  const toDay = isLastWhole ? lastDay : lastDay - 1;
  const add = (id: number, count: number) => known.set(id, (known.get(id) ?? 0) + count);
  for (const day of toDay >= fromDay ? reader.dayTotals(ids, fromDay, toDay) : []) add(day.seriesId, knownOfDay(day, source));
  if (!isLastWhole) for (const id of ids) add(id, knownIn(reader, id, Math.max(firstSlot, fromSlot), endSlot));
  return known;
};

/** Whether a meter was measured in so many of the slots that nothing is missing. */
export const isMeasuredWhole = (complete: number, slots: number): boolean => complete >= WHOLE * slots;

/** Of the slots of a month. */
const MOST_OF_MONTH = 0.9;

/** Whether readings of a meter were expected in all of a month but a tenth: it is not the month in which the meter joined. */
export const isMonthExpected = (expected: number, slots: number): boolean => expected >= MOST_OF_MONTH * slots;

/** What a tally of slots, which knows how many have a value, says of a stretch of so many. */
export const measuredIn = ({ sum, last, complete, known }: Tally, slots: number): Measured => ({
  ...{ sum, last, slots },
  known: isMeasuredWhole(complete, slots) ? slots : known,
});

/** Series whose known slots are counted at once; about 2 ms of reading for a day. */
const PER_READ = 200;

/** How each of some series was measured in a stretch, in their order. */
export const allMeasured = async (
  series: readonly SeriesInfo[],
  side: ComparedSide,
  source: ReadContext,
): Promise<Measured[]> => {
  const slots = Math.max(0, side.endSlot - side.fromSlot);
  const gappy: number[] = [];
  for (const { id, kind } of series) {
    const { sum = null, complete = 0 } = side.of(id) ?? {};
    if (kind === 'counter' && sum !== null && !isMeasuredWhole(complete, slots)) gappy.push(id);
  }
  const known = new Map<number, number>();
  for (let at = 0; at < gappy.length; at += PER_READ) {
    await source.pace.turn();
    const ids = gappy.slice(at, at + PER_READ);
    const inSlots = knownSlots(ids, side, source);
    for (const id of ids) known.set(id, inSlots.get(id) ?? 0);
  }
  return series.map(({ id }) => {
    const { sum = null, last = null } = side.of(id) ?? {};
    return { sum, last, slots, known: known.get(id) ?? (sum === null && last === null ? 0 : slots) };
  });
};

/** Whether a unit, or a part of it, is filled by hand: what nobody entered in between is not missing. */
export const isEnteredByHand = (unit: Unit | undefined, unitOf: UnitLookup): boolean =>
  unit?.type === 'manual' || (unit?.meta.expression ?? []).some(({ unitId }) => unitOf(unitId)?.type === 'manual');

/** What was measured of series on both sides, in their order. */
export const pairsOfMeasured = (
  series: readonly SeriesInfo[],
  { now, before }: { now: readonly Measured[]; before: readonly Measured[] },
  { unitOf }: { unitOf: UnitLookup },
): ComparedPair[] =>
  series.flatMap(({ kind, unitId }, at) => {
    const [late, early] = [now[at], before[at]];
    return late && early ? [{ kind, isEntered: isEnteredByHand(unitOf(unitId), unitOf), now: late, before: early }] : [];
  });

/** Series as they were measured on both sides. */
export const pairsOf = async (
  series: readonly SeriesInfo[],
  { now, before }: { now: ComparedSide; before: ComparedSide },
  source: ReadContext & { unitOf: UnitLookup },
): Promise<ComparedPair[]> => {
  const sides = { now: await allMeasured(series, now, source), before: await allMeasured(series, before, source) };
  return pairsOfMeasured(series, sides, source);
};

/** `changePct`; null also where the two are not comparable. */
export const comparedChange = (value: number | null, previous: number | null, pairs: readonly ComparedPair[]): number | null =>
  areComparable(pairs) ? changePct(value, previous) : null;
