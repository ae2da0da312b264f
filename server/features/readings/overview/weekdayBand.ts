import type { WeekdayBand } from '../../../contract/plant/overview.ts';
import {
  type ComparedPair,
  changePct,
  type DisplayUnit,
  isKnownEnough,
  isNearlyWhole,
  type Measured,
  missingOf,
  type ServingContext,
  toDisplay,
} from '../../../historian/index.ts';
import type { PartOfDay } from '../dayCurve.ts';
import type { DayCurves, Summed } from '../dayCurves.ts';
import { RestatedStock } from '../format/stockInShape.ts';
import { likeDays, usualOf } from '../usual.ts';

/**
 * The amount of a part of a like day; null where more than a tenth of it is missing. Of a series of which nothing is known that day
 * as much is missing as is held against it.
 * @param pairs of each series, what is held against that day.
 */
export const measuredAmount = (
  part: PartOfDay | null,
  slots: number,
  pairs: readonly Pick<ComparedPair, 'kind' | 'isEntered' | 'now'>[],
): number | null => {
  if (part === null) return null;
  const nothing: Measured = { sum: null, last: null, slots, known: 0 };
  let { missing } = part;
  for (const place of part.silent) {
    const pair = pairs[place];
    if (pair) missing += missingOf({ ...pair, before: nothing }, 'before');
  }
  return isNearlyWhole(part.amount, missing) ? part.amount : null;
};

type Held = { day: number; passed: number; value: number | null; pairs: readonly ComparedPair[]; measure: DisplayUnit };

/**
 * The values of a sum on the same weekdays up to the same distance from the start of the day, where nearly all of them was measured,
 * with the value held against them where that was. Tanks are by the shape that they have now.
 */
export const weekdayBand = async (
  summed: Summed,
  { day, passed, value, pairs, measure }: Held,
  curves: DayCurves,
  source: ServingContext,
): Promise<WeekdayBand> => {
  const known: number[] = [];
  const restated = new RestatedStock({ fromDay: day, endSlot: source.nowSlot }, source);
  for (const like of likeDays(day)) {
    const amount = measuredAmount(await curves.within(summed, { day: like, from: 0, to: passed }, source), passed, pairs);
    if (amount === null) continue;
    const { firstSlot, slots } = source.calendar.windowOfDay(like);
    known.push(amount + (await restated.by(summed.series, { fromDay: like, endSlot: firstSlot + Math.min(passed, slots) })));
  }
  const { n, median: middle, low, high } = usualOf(known);
  const isOutside = value !== null && low !== null && high !== null && (value < low || value > high);
  return {
    n,
    median: toDisplay(middle, measure),
    low: toDisplay(low, measure),
    high: toDisplay(high, measure),
    changePct: isOutside && isKnownEnough(pairs, 'now') ? changePct(value, middle) : null,
  };
};
