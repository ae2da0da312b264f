import type { Series } from '../../../contract/model/common.ts';
import {
  type DisplayUnit,
  isoOfSlot,
  joinTallies,
  jointLetter,
  percentOf,
  type ServingContext,
  type Tally,
  tallySlots,
  toDisplay,
  toDisplaySlot,
} from '../../../historian/index.ts';
import type { SeriesInfo } from '../../../plantModel/index.ts';
import { addTotals } from '../../readings/index.ts';

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
  const bySeries = new Map<number, Tally[]>();
  for (const { id } of series) {
    await source.pace.turn();
    const run = source.reader.slots(id, firstSlot, firstSlot + slots);
    const tallies = Array.from({ length: steps }, (_, at) => {
      const from = firstSlot + at * HALF_HOUR_SLOTS;
      return tallySlots(run, from, Math.min(from + HALF_HOUR_SLOTS, firstSlot + slots), source.nowSlot);
    });
    bySeries.set(id, tallies);
  }
  const values = Array.from({ length: steps }, (_, at) => addTotals(series, ({ id }) => bySeries.get(id)?.[at]));
  const letters = Array.from({ length: steps }, (_, at) =>
    jointLetter([...bySeries.values()].flatMap((tallies) => tallies[at] ?? []).map(({ quality }) => quality)),
  );
  const wholes = [...bySeries].map(([id, tallies]) => [id, tallies.reduce(joinTallies)] as const);
  const isCounter = series[0]?.kind === 'counter';
  const totals = new Map(wholes);
  return {
    key,
    name,
    unit: measure.unit,
    // the leading 0 takes the step before the day, so that point i is at start + i steps
    start: isoOfSlot(firstSlot - HALF_HOUR_SLOTS),
    stepMinutes: 5 * HALF_HOUR_SLOTS,
    values: [0, ...values.map((value) => toDisplaySlot(value ?? 0, measure, series[0]?.kind))],
    quality: `M${letters.join('')}`,
    total: isCounter
      ? toDisplay(
          addTotals(series, ({ id }) => totals.get(id)),
          measure,
        )
      : null,
    completeness: percentOf(
      wholes.reduce((sum, [, { complete, expected }]) => sum + Math.min(complete, expected), 0),
      wholes.reduce((sum, [, { expected }]) => sum + expected, 0),
    ),
  };
};
