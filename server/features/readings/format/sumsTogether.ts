import { isCountedAt } from '../../../core/slots.ts';
import type { DayTotal, Tally } from '../../../historian/index.ts';
import type { SeriesInfo } from '../../../plantModel/index.ts';
import { type FormatContext, gatheredOf } from './unitBase.ts';

/** What two counters came to, stored units; null where nothing is known of both. */
export type SumsTogether = readonly [one: number, other: number] | null;
type Bucket = FormatContext['window']['buckets'][number];

const add = (a: SumsTogether, b: SumsTogether): SumsTogether => (a && b ? [a[0] + b[0], a[1] + b[1]] : (a ?? b));

/** Of what is missing in both, or only spread over a gap, nobody knows from the totals whether it is of the same slots. */
const areWhole = (slots: number, one: Pick<Tally, 'complete'>, other: Pick<Tally, 'complete'>): boolean =>
  one.complete >= slots && other.complete >= slots;

const sumsOf = (one: Pick<Tally, 'sum'>, other: Pick<Tally, 'sum'>): SumsTogether =>
  one.sum === null || other.sum === null ? null : [one.sum, other.sum];

const inSlots = (pair: readonly [SeriesInfo, SeriesInfo], fromSlot: number, toSlot: number, context: FormatContext) => {
  const { reader, nowSlot, endSlot = nowSlot } = context.source;
  const to = Math.max(fromSlot, Math.min(toSlot, nowSlot, endSlot));
  const [one, other] = [reader.slots(pair[0].id, fromSlot, to), reader.slots(pair[1].id, fromSlot, to)];
  let found: SumsTogether = null;
  for (let at = 0; at < to - fromSlot; at += 1)
    if (isCountedAt(one.quality, at) && isCountedAt(other.quality, at))
      found = add(found, [one.values[at] ?? 0, other.values[at] ?? 0]);
  return found;
};

/** Days that both measured whole are those of their totals; of the others the slots are read. */
const inDays = (pair: readonly [SeriesInfo, SeriesInfo], { fromDay, toDay }: Bucket, context: FormatContext): SumsTogether => {
  const { reader, calendar, nowSlot, endSlot = nowSlot } = context.source;
  const [one, other] = pair.map(
    ({ id }) => new Map<number, DayTotal>(reader.dayTotals([id], fromDay, toDay).map((total) => [total.day, total])),
  );
  let found: SumsTogether = null;
  for (let day = fromDay; day <= toDay; day += 1) {
    const { firstSlot, slots } = calendar.windowOfDay(day);
    if (firstSlot >= Math.min(nowSlot, endSlot)) break;
    const [a, b] = [one?.get(day), other?.get(day)];
    const isOver = firstSlot + slots <= Math.min(nowSlot, endSlot);
    if (isOver && (!a || !b)) continue;
    const sums = isOver && a && b && areWhole(slots, a, b) ? sumsOf(a, b) : inSlots(pair, firstSlot, firstSlot + slots, context);
    found = add(found, sums);
  }
  return found;
};

/**
 * What two counters came to in each step of the window, of the slots in which both are known: what one of them counted while
 * nothing was known of the other would make another ratio.
 */
export const sumsByBucket = (one: SeriesInfo, other: SeriesInfo, context: FormatContext): SumsTogether[] => {
  const [ones, others] = [gatheredOf(one, context), gatheredOf(other, context)];
  return context.window.buckets.map((bucket, at) => {
    const [a, b] = [ones.buckets[at], others.buckets[at]];
    if (!a || !b || a.sum === null || b.sum === null) return null;
    if (areWhole(Math.max(a.expected, b.expected), a, b)) return sumsOf(a, b);
    const pair = [one, other] as const;
    return bucket.fromDay === bucket.toDay
      ? inSlots(pair, bucket.fromSlot, bucket.toSlot, context)
      : inDays(pair, bucket, context);
  });
};

/** The same of the whole window. */
export const sumsTogether = (one: SeriesInfo, other: SeriesInfo, context: FormatContext): SumsTogether => {
  const [{ total: a }, { total: b }] = [gatheredOf(one, context), gatheredOf(other, context)];
  if (areWhole(Math.max(a.expected, b.expected), a, b)) return sumsOf(a, b);
  return sumsByBucket(one, other, context).reduce(add, null);
};
