import type { QualityLetter } from '../../../contract/model/common.ts';
import type { Trend } from '../../../contract/plant/readings/trend.ts';
import { isCountedAt, SLOT_MINUTES, SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import {
  allMeasured,
  type DisplayUnit,
  displayUnitOf,
  isEnteredByHand,
  isoOfSlot,
  type Measured,
  mainSeries,
  measuredIn,
  qualitySeries,
  type ServingContext,
  type SlotRun,
  seriesOf,
  type Tally,
  tallySlots,
  toDisplay,
  toDisplaySlot,
  type UnitLookup,
} from '../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { completenessIn } from './completenessIn.ts';
import { daySteps, type TrendOfSeries } from './daySteps.ts';
import { limitsOf } from './limits.ts';
import type { TrendRange } from './range.ts';
import { slotsTogether, stepsOf } from './thin.ts';

export type TrendQuestion = {
  step: 'slot' | 'hour' | 'day';
  points: number;
  elapsedMinutes?: number | undefined;
  form: 'value' | 'counter';
};

const KILO = 1000;
/** Slots read at once: a month. */
const CHUNK = 31 * SLOTS_PER_DAY;

/** The parameter that is asked for, or the one that represents the unit. */
export const seriesAsked = (unit: Unit, param: string | undefined): SeriesInfo | undefined =>
  param === undefined
    ? mainSeries(unit)
    : (seriesOf(unit, param) ?? qualitySeries(unit).find((series) => series.param === param));

/** The slots of a range as far as they are over, month by month. */
const readSlots = async (series: SeriesInfo, { fromSlot, toSlot }: TrendRange, source: ServingContext): Promise<SlotRun> => {
  const values = new Float64Array(toSlot - fromSlot);
  let quality = '';
  for (let from = fromSlot; from < toSlot; from += CHUNK) {
    await source.pace.turn();
    const to = Math.min(toSlot, from + CHUNK);
    const run = source.reader.slots(series.id, from, to);
    values.set(run.values, from - fromSlot);
    quality += run.quality;
  }
  const over = Math.max(0, Math.min(values.length, source.nowSlot - fromSlot));
  return { fromSlot, values, quality: quality.slice(0, over).padEnd(values.length, 'M') };
};

const runningSlot = (series: SeriesInfo, range: TrendRange, measure: DisplayUnit, source: ServingContext): Trend['running'] => {
  const slot = source.nowSlot;
  if (slot < range.fromSlot || slot >= range.toSlot) return null;
  const { values, quality } = source.reader.slots(series.id, slot, slot + 1);
  const letter = (quality[0] ?? 'M') as QualityLetter;
  if (letter === 'M' || letter === 'X') return null;
  return { from: isoOfSlot(slot), value: toDisplaySlot(values[0] ?? 0, measure), quality: letter };
};

/** Counter readings at the ends of whole days, as the meter shows them. */
const counters = (series: SeriesInfo, { fromDay, toDay, wholeDays }: TrendRange, { reader }: ServingContext) => {
  if (series.kind !== 'counter' || !wholeDays) return { counterOpen: null, counterClose: null };
  const days = reader.dayTotals([series.id], fromDay, toDay);
  return { counterOpen: days[0]?.counterOpen ?? null, counterClose: days.at(-1)?.counterClose ?? null };
};

const slotWith = (run: SlotRun, value: number | null, toSlot: number): string | null => {
  if (value === null) return null;
  const at = run.values.findIndex(
    (one, place) => one === value && isCountedAt(run.quality, place) && run.fromSlot + place < toSlot,
  );
  return at < 0 ? null : isoOfSlot(run.fromSlot + at);
};

const comparedOf = ({ slots, known }: Measured, unit: Unit, unitOf: UnitLookup): Trend['figures']['compared'] => ({
  slots,
  known,
  isEntered: isEnteredByHand(unit, unitOf),
});

/** The same of days, whose totals do not say how many slots have a value. */
const comparedDays = async ({ unit, series, range, endSlot }: TrendOfSeries, total: Tally, source: ServingContext) => {
  if (series.kind !== 'counter') return null;
  const side = { ...range, endSlot: Math.min(range.toSlot, endSlot), of: () => total };
  const [measured] = await allMeasured([series], side, source);
  return measured ? comparedOf(measured, unit, source.unitOf) : null;
};

const figuresOf = (
  { unit, series, range, measure, endSlot }: TrendOfSeries,
  run: SlotRun,
  source: ServingContext,
): Omit<Trend['figures'], 'counterOpen' | 'counterClose'> => {
  const end = Math.min(range.toSlot, endSlot);
  const tally = tallySlots(run, range.fromSlot, end, endSlot);
  const early = tallySlots(run, range.fromSlot, Math.min(end, source.joinedSlot ?? 0), endSlot).complete;
  const fine = (value: number | null): number | null => (value === null ? null : toDisplaySlot(value, measure));
  return {
    total: series.kind === 'counter' ? toDisplay(tally.sum, measure) : null,
    avg: series.kind === 'counter' ? null : fine(tally.avg),
    min: fine(tally.min),
    minAt: slotWith(run, tally.min, end),
    max: fine(tally.max),
    maxAt: slotWith(run, tally.max, end),
    last: fine(tally.last),
    completeness: completenessIn(source, series, { complete: tally.complete, early }, { fromSlot: range.fromSlot, toSlot: end }),
    estimated: toDisplay(tally.estimated, measure) ?? 0,
    compared:
      series.kind === 'counter' ? comparedOf(measuredIn(tally, Math.max(0, end - range.fromSlot)), unit, source.unitOf) : null,
  };
};

/** What was counted since the start of the range at the end of each slot; unknown slots have none. */
const counted = (run: SlotRun): SlotRun => {
  let sum = 0;
  const values = run.values.map((value, at) => {
    if (!isCountedAt(run.quality, at)) return 0;
    sum += value;
    return sum;
  });
  return { ...run, values };
};

/** One parameter of one unit over a range. */
export const trendOf = async (
  { unit, series }: { unit: Unit; series: SeriesInfo },
  range: TrendRange,
  { step, points, elapsedMinutes, form }: TrendQuestion,
  source: ServingContext,
): Promise<Trend> => {
  const measure = displayUnitOf(series.measure, KILO, unit.siUnit);
  const elapsed = elapsedMinutes === undefined ? undefined : range.fromSlot + Math.floor(elapsedMinutes / SLOT_MINUTES);
  const shownSeries = { unit, series, range, measure, endSlot: Math.min(source.nowSlot, elapsed ?? source.nowSlot) };
  const head = {
    unitId: unit.id,
    unitName: unit.name,
    unitType: unit.type,
    param: series.param,
    name: unit.meta.params?.[series.param]?.name ?? series.param,
    unit: measure.unit,
    kind: series.kind,
    depth: series.measure === 'm bgl' || (unit.type === 'level' && unit.standardCategoryId === 'GROUND_WATER_LEVEL'),
    from: isoOfSlot(range.fromSlot),
    to: isoOfSlot(range.toSlot),
    settledTo: isoOfSlot(source.nowSlot),
    running: form === 'value' && step === 'slot' ? runningSlot(series, range, measure, source) : null,
    limits: limitsOf(unit, series, measure),
    events:
      series.kind === 'counter'
        ? source.reader.counterEvents([series.id], range.fromSlot, range.toSlot).map(({ slot, kind, before, after, note }) => ({
            at: isoOfSlot(slot),
            kind,
            before,
            after,
            note: note ?? '',
          }))
        : [],
  };
  // of a part of a day the counter is not kept
  const ends = counters(series, { ...range, wholeDays: range.wholeDays && elapsed === undefined }, source);
  if (step === 'day') {
    const { total, figures, ...days } = daySteps(shownSeries, source);
    return { ...head, ...days, figures: { ...figures, ...ends, compared: await comparedDays(shownSeries, total, source) } };
  }
  const run = await readSlots(series, range, source);
  const shown = form === 'counter' && series.kind === 'counter' ? counted(run) : run;
  const every = step === 'hour' ? SLOTS_PER_HOUR : slotsTogether(run.values.length, points);
  const steps = stepsOf(shown, every, form === 'counter' ? 'stock' : series.kind);
  const fine = (value: number | null): number | null => (value === null ? null : toDisplaySlot(value, measure));
  return {
    ...head,
    stepMinutes: (every * SLOT_MS) / 60_000,
    values: steps.values.map(fine),
    ...(every > 1 && { low: steps.low.map(fine), high: steps.high.map(fine) }),
    quality: steps.quality,
    figures: { ...figuresOf(shownSeries, run, source), ...ends },
  };
};
