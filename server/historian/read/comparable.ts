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

const knownSlots = (id: number, { fromDay, fromSlot, endSlot }: ComparedSide, { reader, calendar }: ReadContext): number => {
  const lastDay = calendar.dayOfSlot(endSlot - 1);
  const { firstSlot, slots } = calendar.windowOfDay(lastDay);
  const isWhole = firstSlot + slots === endSlot;
  const toDay = isWhole ? lastDay : lastDay - 1;
  const whole = toDay >= fromDay ? reader.dayTotals([id], fromDay, toDay) : [];
  let known = whole.reduce((sum, day) => sum + knownOfDay(day), 0);
  if (isWhole) return known;
  const from = Math.max(firstSlot, fromSlot);
  const { quality } = reader.slots(id, from, endSlot);
  for (let at = 0; at < endSlot - from; at += 1) if (isCountedAt(quality, at)) known += 1;
  return known;
};

const isWhole = (complete: number, slots: number): boolean => complete >= WHOLE * slots;

/** What a tally of slots, which knows how many have a value, says of a stretch of so many. */
export const measuredIn = ({ sum, last, complete, known }: Tally, slots: number): Measured => ({
  ...{ sum, last, slots },
  known: isWhole(complete, slots) ? slots : known,
});

export const measuredOf = ({ id, kind }: SeriesInfo, side: ComparedSide, source: ReadContext): Measured => {
  const { sum = null, last = null, complete = 0 } = side.of(id) ?? {};
  const slots = Math.max(0, side.endSlot - side.fromSlot);
  if (kind !== 'counter' || sum === null || isWhole(complete, slots))
    return { sum, last, slots, known: sum === null && last === null ? 0 : slots };
  return { sum, last, slots, known: knownSlots(id, side, source) };
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
  const pairs: ComparedPair[] = [];
  for (const one of series) {
    await source.pace.turn();
    const isEntered = isEnteredByHand(source.unitOf(one.unitId), source.unitOf);
    const [late, early] = [measuredOf(one, now, source), measuredOf(one, before, source)];
    pairs.push({ kind: one.kind, isEntered, now: late, before: early });
  }
  return pairs;
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
