import type { Trend } from '../../../contract/plant/readings/trend.ts';
import { MINUTES_PER_DAY } from '../../../core/slots.ts';
import {
  bucketValue,
  type DayTotal,
  type DisplayUnit,
  emptyTally,
  isoOfSlot,
  joinTallies,
  type ServingContext,
  type Tally,
  tallyDays,
  tallySlots,
  toDisplay,
  toDisplaySlot,
} from '../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { completenessIn } from './completenessIn.ts';
import type { TrendRange } from './range.ts';

type Day = { fromSlot: number; tally: Tally };

/** Days as the day table has them; one that is not wholly asked for is counted by its slots. */
const daysOf = (series: SeriesInfo, { fromDay, toDay }: TrendRange, nowSlot: number, source: ServingContext): Day[] => {
  const totals = new Map<number, DayTotal>(
    source.reader.dayTotals([series.id], fromDay, toDay).map((total) => [total.day, total]),
  );
  return Array.from({ length: toDay - fromDay + 1 }, (_, at) => {
    const { firstSlot, slots } = source.calendar.windowOfDay(fromDay + at);
    const toSlot = firstSlot + slots;
    if (firstSlot >= nowSlot) return { fromSlot: firstSlot, tally: emptyTally };
    const total = totals.get(fromDay + at);
    if (toSlot > nowSlot)
      return {
        fromSlot: firstSlot,
        tally: tallySlots(source.reader.slots(series.id, firstSlot, nowSlot), firstSlot, toSlot, nowSlot),
      };
    return { fromSlot: firstSlot, tally: total ? tallyDays([total], total.expected) : { ...emptyTally, expected: slots } };
  });
};

/** The day with the least or the most of them; null where none is known. */
const extreme = (values: readonly (number | null)[], better: (a: number, b: number) => boolean): number =>
  values.reduce<number>((found, value, at) => {
    const best = values[found] ?? null;
    return value !== null && (best === null || better(value, best)) ? at : found;
  }, -1);

const figuresOf = (
  { series, range, measure, endSlot }: Omit<TrendOfSeries, 'unit'>,
  days: readonly Day[],
  source: ServingContext,
) => {
  const counter = series.kind === 'counter';
  const tally = joinTallies(
    emptyTally,
    days.map((day) => day.tally),
  );
  const { joinedSlot = 0 } = source;
  const early = days.reduce((sum, day) => (day.fromSlot < joinedSlot ? sum + day.tally.complete : sum), 0);
  const stretch = { fromSlot: range.fromSlot, toSlot: Math.min(range.toSlot, endSlot) };
  const lows = days.map((day) => (counter ? day.tally.sum : day.tally.min));
  const highs = days.map((day) => (counter ? day.tally.sum : day.tally.max));
  const [least, most] = [extreme(lows, (a, b) => a < b), extreme(highs, (a, b) => a > b)];
  const fine = (value: number | null | undefined): number | null => (value == null ? null : toDisplaySlot(value, measure));
  const startOf = (at: number): string | null => (days[at] ? isoOfSlot(days[at].fromSlot) : null);
  const figures = {
    total: counter ? toDisplay(tally.sum, measure) : null,
    avg: counter ? null : fine(tally.avg),
    min: fine(lows[least]),
    minAt: startOf(least),
    max: fine(highs[most]),
    maxAt: startOf(most),
    last: fine(tally.last),
    completeness: completenessIn(source, series, { complete: tally.complete, early }, stretch),
    estimated: toDisplay(tally.estimated, measure) ?? 0,
  };
  return { figures, total: tally };
};

/** One parameter of a unit over a range, shown in a unit; its figures are of the slots before `endSlot`, which is not after the running slot. */
export type TrendOfSeries = { unit: Unit; series: SeriesInfo; range: TrendRange; measure: DisplayUnit; endSlot: number };

/** A range by its shift days. */
export const daySteps = (
  { series, range, measure, endSlot }: TrendOfSeries,
  source: ServingContext,
): Pick<Trend, 'stepMinutes' | 'starts' | 'values' | 'low' | 'high' | 'quality'> & ReturnType<typeof figuresOf> => {
  const all = daysOf(series, range, source.nowSlot, source);
  const counted = endSlot === source.nowSlot ? all : daysOf(series, range, endSlot, source);
  const fine = (value: number | null): number | null => (value === null ? null : toDisplaySlot(value, measure));
  return {
    stepMinutes: MINUTES_PER_DAY,
    starts: all.map(({ fromSlot }) => isoOfSlot(fromSlot)),
    values: all.map(({ tally }) => fine(bucketValue(tally, series.kind))),
    low: all.map(({ tally }) => fine(tally.min)),
    high: all.map(({ tally }) => fine(tally.max)),
    quality: all.map(({ tally }) => tally.quality).join(''),
    ...figuresOf({ series, range, measure, endSlot }, counted, source),
  };
};
