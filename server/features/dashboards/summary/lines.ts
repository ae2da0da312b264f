import type { Series } from '../../../contract/model/common.ts';
import {
  type DisplayUnit,
  emptyTally,
  isoOfSlot,
  joinTallies,
  jointLetter,
  percentOf,
  type ServingContext,
  slotsInPlace,
  type Tally,
  tallySlots,
  toDisplay,
  toDisplaySlot,
} from '../../../historian/index.ts';
import type { SeriesInfo } from '../../../plantModel/index.ts';
import { addableAmount, addTotals } from '../../readings/index.ts';

const HALF_HOUR_SLOTS = 6;

/**
 * A shift day by half hours, with a point of value 0 before the first: counters by what they counted, tanks by what they held at
 * the end.
 */
export const halfHourLine = async (
  { key, name, measure }: { key: string; name: string; measure: DisplayUnit },
  series: readonly SeriesInfo[],
  day: number,
  source: ServingContext,
): Promise<Series> => {
  const { firstSlot, slots } = source.calendar.windowOfDay(day);
  const steps = Math.ceil(slots / HALF_HOUR_SLOTS);
  const stepsSoFar = Math.max(0, Math.min(steps, Math.ceil((source.nowSlot - firstSlot) / HALF_HOUR_SLOTS)));
  const values = Array<number | null>(steps).fill(null);
  const letters = Array<string>(steps).fill('');
  const totals = new Map<number, Tally>();
  for (const one of series) {
    await source.pace.turn();
    const run = slotsInPlace(source.reader, one.id, firstSlot, firstSlot + slots);
    const tallies: Tally[] = [];
    for (let at = 0; at < stepsSoFar; at += 1) {
      const from = firstSlot + at * HALF_HOUR_SLOTS;
      const tally = tallySlots(run, from, Math.min(from + HALF_HOUR_SLOTS, firstSlot + slots), source.nowSlot);
      const amount = addableAmount(tally, one);
      if (amount !== null) values[at] = (values[at] ?? 0) + amount;
      letters[at] += tally.quality;
      tallies.push(tally);
    }
    totals.set(one.id, joinTallies(tallies[0] ?? emptyTally, tallies.slice(1)));
  }
  const wholes = [...totals.values()];
  const isCounter = series[0]?.kind === 'counter';
  return {
    key,
    name,
    unit: measure.unit,
    // the leading 0 takes the step before the day, so that point i is at start + i steps
    start: isoOfSlot(firstSlot - HALF_HOUR_SLOTS),
    stepMinutes: 5 * HALF_HOUR_SLOTS,
    values: [0, ...values.map((value) => toDisplaySlot(value ?? 0, measure, series[0]?.kind))],
    quality: `M${letters.map(jointLetter).join('')}`,
    total: isCounter
      ? toDisplay(
          addTotals(series, ({ id }) => totals.get(id)),
          measure,
        )
      : null,
    completeness: percentOf(
      wholes.reduce((sum, { complete, expected }) => sum + Math.min(complete, expected), 0),
      wholes.reduce((sum, { expected }) => sum + expected, 0),
    ),
  };
};
