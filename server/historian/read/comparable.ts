import { isCountedAt } from '../../core/slots.ts';
import type { SeriesInfo, Unit } from '../../plantModel/index.ts';
import { changePct } from './displayUnit.ts';
import type { ReadContext } from './gather.ts';
import type { UnitLookup } from './linkedFlow.ts';
import type { DayTotal, Tally } from './reader.ts';

/** A stretch that is compared, up to a slot within its last day, and what its series came to. */
export type ComparedSide = { fromDay: number; fromSlot: number; endSlot: number; of(seriesId: number): Tally | undefined };

/** What a series came to in one of the stretches that are compared. */
export type Measured = Pick<Tally, 'sum' | 'last'> & {
  /** Slots that have passed, and those of them that have a value, estimated or not. */
  slots: number;
  known: number;
};

/** A series on both sides. */
export type ComparedPair = { kind: SeriesInfo['kind']; isEntered: boolean; now: Measured; before: Measured };

/** Of a value that is compared at most so much may be missing. */
const MOST_MISSING = 0.1;
/** Little gaps of a meter are none. */
const WHOLE = 0.95;

/** Slots of a day that have a value. Its total counts the complete ones alone; its mean is of all that have a value. */
const knownOfDay = ({ sum, avg, complete, expected }: DayTotal): number =>
  sum && avg ? Math.min(Math.max(complete, Math.round(sum / avg)), Math.max(complete, expected)) : complete;

/** Slots of each series that have a value, up to a slot within the last day. */
const knownSlots = (
  ids: readonly number[],
  { fromDay, fromSlot, endSlot }: ComparedSide,
  { reader, calendar }: ReadContext,
): ReadonlyMap<number, number> => {
  const known = new Map<number, number>();
  if (ids.length === 0 || endSlot <= fromSlot) return known;
  const lastDay = calendar.dayOfSlot(endSlot - 1);
  const { firstSlot, slots } = calendar.windowOfDay(lastDay);
  const isLastWhole = firstSlot + slots === endSlot;
  const toDay = isLastWhole ? lastDay : lastDay - 1;
  for (const day of toDay >= fromDay ? reader.dayTotals(ids, fromDay, toDay) : [])
    known.set(day.seriesId, (known.get(day.seriesId) ?? 0) + knownOfDay(day));
  if (isLastWhole) return known;
  const from = Math.max(firstSlot, fromSlot);
  for (const id of ids) {
    const { quality } = reader.slots(id, from, endSlot);
    let inLast = 0;
    for (let at = 0; at < endSlot - from; at += 1) if (isCountedAt(quality, at)) inLast += 1;
    known.set(id, (known.get(id) ?? 0) + inLast);
  }
  return known;
};

const isWhole = (complete: number, slots: number): boolean => complete >= WHOLE * slots;

/** What a tally of slots, which knows how many have a value, says of a stretch of so many. */
export const measuredIn = ({ sum, last, complete, known }: Tally, slots: number): Measured => ({
  ...{ sum, last, slots },
  known: isWhole(complete, slots) ? slots : known,
});

/** Series whose known slots are counted at once; about 2 ms of reading for a day. */
const PER_READ = 200;

/** How much of each series was measured. */
export const measuredOf = async (
  series: readonly SeriesInfo[],
  side: ComparedSide,
  source: ReadContext,
): Promise<ReadonlyMap<number, Measured>> => {
  const slots = Math.max(0, side.endSlot - side.fromSlot);
  const all = new Map<number, Measured>();
  const gappy: number[] = [];
  for (const { id, kind } of series) {
    const { sum = null, last = null, complete = 0 } = side.of(id) ?? {};
    all.set(id, { sum, last, slots, known: sum === null && last === null ? 0 : slots });
    if (kind === 'counter' && sum !== null && !isWhole(complete, slots)) gappy.push(id);
  }
  for (let at = 0; at < gappy.length; at += PER_READ) {
    await source.pace.turn();
    const ids = gappy.slice(at, at + PER_READ);
    const known = knownSlots(ids, side, source);
    for (const id of ids) all.set(id, { sum: null, last: null, slots, ...all.get(id), known: known.get(id) ?? 0 });
  }
  return all;
};

/** Whether a unit, or a part of it, is filled by hand: what nobody entered in between is not missing. */
export const isEnteredByHand = (unit: Unit | undefined, unitOf: UnitLookup): boolean =>
  unit?.type === 'manual' || (unit?.meta.expression ?? []).some(({ unitId }) => unitOf(unitId)?.type === 'manual');

/** Series as they were measured on both sides. */
export const pairsOf = async (
  series: readonly SeriesInfo[],
  { now, before }: { now: ComparedSide; before: ComparedSide },
  source: ReadContext & { unitOf: UnitLookup },
): Promise<ComparedPair[]> => {
  const [late, early] = [await measuredOf(series, now, source), await measuredOf(series, before, source)];
  return series.flatMap(({ id, kind, unitId }) => {
    const [one, other] = [late.get(id), early.get(id)];
    const isEntered = isEnteredByHand(source.unitOf(unitId), source.unitOf);
    return one && other ? [{ kind, isEntered, now: one, before: other }] : [];
  });
};

/** What a side lacks of a series, by what is known of it on both. */
const missingOf = ({ kind, isEntered, now, before }: ComparedPair, side: 'now' | 'before'): number => {
  const [own, other] = side === 'now' ? [now, before] : [before, now];
  if (kind === 'stock') return own.last === null ? Math.abs(other.last ?? 0) : 0;
  if (kind !== 'counter') return 0;
  if (isEntered) return own.sum === null && other.slots > 0 ? Math.abs(other.sum ?? 0) * (own.slots / other.slots) : 0;
  const known = own.known + other.known;
  const perSlot = known > 0 ? (Math.abs(own.sum ?? 0) + Math.abs(other.sum ?? 0)) / known : 0;
  return perSlot * Math.max(0, own.slots - own.known);
};

const amountOf = ({ kind }: ComparedPair, { sum, last }: Measured): number => Math.abs((kind === 'counter' ? sum : last) ?? 0);

/** Whether a side has nearly all of its total, by what is known of both. */
export const isKnownEnough = (pairs: readonly ComparedPair[], side: 'now' | 'before'): boolean => {
  let [amount, missing] = [0, 0];
  for (const pair of pairs) {
    amount += amountOf(pair, pair[side]);
    missing += missingOf(pair, side);
  }
  return missing <= MOST_MISSING * (amount + missing);
};

/**
 * Whether a total says something beside the one before it: a total leaves out what is missing, and where that is much of one
 * side the change between them is that of the gaps (docs/domain.md 12).
 */
export const areComparable = (pairs: readonly ComparedPair[]): boolean =>
  isKnownEnough(pairs, 'now') && isKnownEnough(pairs, 'before');

/** `changePct`; null also where the two are not comparable. */
export const comparedChange = (value: number | null, previous: number | null, pairs: readonly ComparedPair[]): number | null =>
  areComparable(pairs) ? changePct(value, previous) : null;
