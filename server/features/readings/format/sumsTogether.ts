import { isCountedAt } from '../../../core/slots.ts';
import { type Figures, figuresByDay, figuresByMonth, type ReadContext, type Tally } from '../../../historian/index.ts';
import type { SeriesInfo } from '../../../plantModel/index.ts';
import { type FormatContext, gatheredOf } from './unitBase.ts';

/** What two counters came to, stored units; null where nothing is known of both. */
export type SumsTogether = readonly [one: number, other: number] | null;
/** Two counters of one industry. */
type Pair = readonly [SeriesInfo, SeriesInfo];
type Days = { fromDay: number; toDay: number };

const add = (a: SumsTogether, b: SumsTogether): SumsTogether => (a && b ? [a[0] + b[0], a[1] + b[1]] : (a ?? b));

/** Of what is missing in both, or only spread over a gap, nobody knows from the totals whether it is of the same slots. */
const areWhole = (slots: number, one: Pick<Tally, 'complete'>, other: Pick<Tally, 'complete'>): boolean =>
  one.complete >= slots && other.complete >= slots;

const sumsOf = (one: Pick<Tally, 'sum'>, other: Pick<Tally, 'sum'>): SumsTogether =>
  one.sum === null || other.sum === null ? null : [one.sum, other.sum];

const inSlots = ([one, other]: Pair, fromSlot: number, toSlot: number, { reader }: ReadContext): SumsTogether => {
  const [a, b] = [reader.slots(one.id, fromSlot, toSlot), reader.slots(other.id, fromSlot, toSlot)];
  let found: SumsTogether = null;
  for (let at = 0; at < toSlot - fromSlot; at += 1)
    if (isCountedAt(a.quality, at) && isCountedAt(b.quality, at)) found = add(found, [a.values[at] ?? 0, b.values[at] ?? 0]);
  return found;
};

const asFigures = (sums: SumsTogether): Figures => sums ?? [];
const asSums = ([one = null, other = null]: Figures): SumsTogether => (one === null || other === null ? null : [one, other]);

const endSlotOf = ({ nowSlot, endSlot = nowSlot }: ReadContext): number => Math.min(nowSlot, endSlot);

/** Both sums of each of the days [fromDay, toDay] as far as it has passed, worked out once of each that is over. */
const sumsByDay = (pair: Pair, { fromDay, toDay }: Days, source: ReadContext) => {
  const { reader, calendar } = source;
  const [{ id, industryId }, other] = pair;
  const ofDay = figuresByDay(source, { kind: 'both 1', subject: `${id} ${other.id}`, industryId }, fromDay, toDay);
  const totalsOf = (series: SeriesInfo) =>
    new Map(reader.dayTotals([series.id], fromDay, toDay).map((total) => [total.day, total]));
  let totals: { ones: ReturnType<typeof totalsOf>; others: ReturnType<typeof totalsOf> } | undefined;
  const work = (day: number, fromSlot: number, toSlot: number): SumsTogether => {
    const { slots } = calendar.windowOfDay(day);
    if (toSlot - fromSlot < slots) return inSlots(pair, fromSlot, toSlot, source);
    totals ??= { ones: totalsOf(pair[0]), others: totalsOf(other) };
    const [a, b] = [totals.ones.get(day), totals.others.get(day)];
    if (!a || !b) return null;
    return areWhole(slots, a, b) ? sumsOf(a, b) : inSlots(pair, fromSlot, toSlot, source);
  };
  return (day: number): SumsTogether => asSums(ofDay(day, '', (fromSlot, toSlot) => asFigures(work(day, fromSlot, toSlot))));
};

/** Both sums of all days [fromDay, toDay], the running one as far as it has come. */
export const sumsOfDays = (pair: Pair, { fromDay, toDay }: Days, source: ReadContext): SumsTogether => {
  const lastDay = Math.min(toDay, source.calendar.dayOfSlot(endSlotOf(source) - 1));
  if (lastDay < fromDay) return null;
  const ofDay = sumsByDay(pair, { fromDay, toDay: lastDay }, source);
  let found: SumsTogether = null;
  for (let day = fromDay; day <= lastDay; day += 1) found = add(found, ofDay(day));
  return found;
};

/** Months that are over are worked out once, each with all of its days. */
const byStretch = (pair: Pair, days: Days, source: ReadContext): (Days & { sums: SumsTogether })[] => {
  const [{ id, industryId }, other] = pair;
  const asked = { kind: 'both of months 1', subject: `${id} ${other.id}`, industryId, basis: '' };
  return figuresByMonth(source, asked, days, (part) => asFigures(sumsOfDays(pair, part, source))).map(({ figures, ...part }) => ({
    ...part,
    sums: asSums(figures),
  }));
};

type Bucket = FormatContext['window']['buckets'][number];

/** What is asked of steps of many days is asked of the whole window at once: what is remembered of it is then read at once. */
const ofBuckets = (pair: Pair, { window, source }: FormatContext): ((bucket: Bucket) => SumsTogether) => {
  if (window.step === 'hour')
    return ({ fromSlot, toSlot }) => inSlots(pair, fromSlot, Math.max(fromSlot, Math.min(toSlot, endSlotOf(source))), source);
  if (window.step === 'day') {
    const ofDay = sumsByDay(pair, window, source);
    return ({ fromDay }) => ofDay(fromDay);
  }
  const today = source.calendar.dayOfSlot(endSlotOf(source));
  const stretches = byStretch(pair, { fromDay: window.fromDay, toDay: Math.min(window.toDay, today - 1) }, source);
  return ({ fromDay, toDay }) => {
    const over = stretches.filter((part) => part.fromDay >= fromDay && part.toDay <= toDay).map(({ sums }) => sums);
    return [...over, sumsOfDays(pair, { fromDay: Math.max(fromDay, today), toDay }, source)].reduce(add, null);
  };
};

/**
 * What two counters came to in each step of the window, of the slots in which both are known: what one of them counted while
 * nothing was known of the other would make another ratio.
 */
export const sumsByBucket = (one: SeriesInfo, other: SeriesInfo, context: FormatContext): SumsTogether[] => {
  const [ones, others] = [gatheredOf(one, context), gatheredOf(other, context)];
  let of: ReturnType<typeof ofBuckets> | undefined;
  return context.window.buckets.map((bucket, at) => {
    const [a, b] = [ones.buckets[at], others.buckets[at]];
    if (!a || !b || a.sum === null || b.sum === null) return null;
    if (areWhole(Math.max(a.expected, b.expected), a, b)) return sumsOf(a, b);
    of ??= ofBuckets([one, other], context);
    return of(bucket);
  });
};

/** The same of the whole window. */
export const sumsTogether = (one: SeriesInfo, other: SeriesInfo, context: FormatContext): SumsTogether => {
  const [{ total: a }, { total: b }] = [gatheredOf(one, context), gatheredOf(other, context)];
  if (areWhole(Math.max(a.expected, b.expected), a, b)) return sumsOf(a, b);
  return sumsByBucket(one, other, context).reduce(add, null);
};
