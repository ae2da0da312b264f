import type { WeekdayBand } from '../../../contract/plant/overview.ts';
import { changePct, type DisplayUnit, type ReadContext, toDisplay } from '../../../historian/index.ts';
import type { DayCurves, Summed } from '../dayCurves.ts';
import { likeDays, usualOf } from '../usual.ts';

/** The values of a sum on the same weekdays up to the same distance from the start of the day, with the value held against it where nearly all of it was measured. */
export const weekdayBand = async (
  summed: Summed,
  {
    day,
    passed,
    value,
    isMeasured,
    measure,
  }: { day: number; passed: number; value: number | null; isMeasured: boolean; measure: DisplayUnit },
  curves: DayCurves,
  source: ReadContext,
): Promise<WeekdayBand> => {
  const known: number[] = [];
  for (const like of likeDays(day)) {
    const amount = await curves.upTo(summed, { day: like, slots: passed }, source);
    if (amount !== null) known.push(amount);
  }
  const { n, median: middle, low, high } = usualOf(known);
  const isOutside = value !== null && low !== null && high !== null && (value < low || value > high);
  return {
    n,
    median: toDisplay(middle, measure),
    low: toDisplay(low, measure),
    high: toDisplay(high, measure),
    changePct: isOutside && isMeasured ? changePct(value, middle) : null,
  };
};
