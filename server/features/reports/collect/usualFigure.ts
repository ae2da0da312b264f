import type { ComparedPair } from '../../../historian/index.ts';
import { isNearlyWhole, missingOf, tallyDays, tallySlots } from '../../../historian/index.ts';
import { likeDays, missingBySlot, usualOf } from '../../readings/index.ts';
import type { LeadFigure } from '../model.ts';
import { cell, sumOf } from './columns.ts';
import type { Collecting } from './context.ts';
import { amountOf, byShapeOfEnd } from './readUnits.ts';
import type { UnitReading } from './unitReading.ts';

/** A reading on a like day up to a slot of it, as it is shown: its amount, and what is missing of that by what it came to on that day. */
type LikeReading = { amount: number | null; missing: number };

const pairOf = ({ series, isEntered, measured }: UnitReading, slots: number): ComparedPair => ({
  ...{ kind: series.kind, isEntered, now: measured },
  before: { sum: null, last: null, slots, known: 0 },
});

/** What is missing of slots that were not all measured; stored units. */
const missingIn = (one: UnitReading, day: number, passed: number, { calendar, source: { reader } }: Collecting): number => {
  const { firstSlot, slots } = calendar.windowOfDay(day);
  const { kind, id } = one.series;
  const missing = missingBySlot(reader.slots(id, firstSlot, firstSlot + slots), { kind, slots });
  if (missing === null) return missingOf(pairOf(one, passed), 'before');
  return one.isEntered ? 0 : (missing[Math.min(passed, slots) - 1] ?? 0);
};

/** The readings of a day up to a slot of it, from its total where that is all of it: slots are unpacked for each. */
const readingsOn = async (
  day: number,
  passed: number,
  of: readonly UnitReading[],
  context: Collecting,
): Promise<LikeReading[]> => {
  const { calendar, source } = context;
  const { reader, pace } = source;
  const { firstSlot, slots } = calendar.windowOfDay(day);
  const isPart = passed < slots;
  const ids = of.map(({ series }) => series.id);
  const totals = isPart ? null : new Map(reader.dayTotals(ids, day, day).map((total) => [total.seriesId, total]));
  const to = firstSlot + passed;
  const readings: LikeReading[] = [];
  for (const one of of) {
    await pace.turn();
    const tally = isPart
      ? tallySlots(reader.slots(one.series.id, firstSlot, to), firstSlot, to, to)
      : tallyDays([totals?.get(one.series.id) ?? []].flat(), slots);
    const isWhole = tally.complete >= Math.min(passed, slots);
    const missing = isWhole ? 0 : missingIn(one, day, passed, context) / one.measure.divisor;
    readings.push({ amount: amountOf(byShapeOfEnd(tally, one.series, { fromDay: day, endSlot: to }, context), one), missing });
  }
  return readings;
};

/** What a like day came to; null where more than a tenth of it is missing, by the rule of the overview. */
const likeAmount = async (
  day: number,
  passed: number,
  of: readonly UnitReading[],
  context: Collecting,
): Promise<number | null> => {
  const readings = await readingsOn(day, passed, of, context);
  const amount = sumOf(readings.map((one) => one.amount));
  const missing = readings.reduce((sum, one) => sum + one.missing, 0);
  return amount !== null && isNearlyWhole(amount, missing) ? amount : null;
};

/**
 * The values of a figure on the same weekdays before that were measured, each up to the same time of the day; null where it is of
 * something else than slots.
 */
export const usualFigure = async (of: readonly UnitReading[], context: Collecting): Promise<LeadFigure['usual']> => {
  const { window, source, order } = context;
  if (order.type !== 'daily' || of.length === 0) return null;
  const passed = Math.min(source.nowSlot, window.toSlot) - window.fromSlot;
  const known: number[] = [];
  for (const day of likeDays(window.fromDay)) {
    const amount = await likeAmount(day, passed, of, context);
    if (amount !== null) known.push(amount);
  }
  const { n, median: middle, low, high } = usualOf(known);
  if (middle === null || low === null || high === null) return null;
  return { middle: cell(middle) ?? middle, low, high, days: n };
};
