import type { QualityLetter } from '../../../contract/model/common.ts';
import type { HourFigures, OverviewHours } from '../../../contract/plant/overview.ts';
import { HOURS_PER_DAY, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import {
  type DisplayUnit,
  displayUnitOf,
  emptyTally,
  isEnteredByHand,
  isoOfSlot,
  jointLetter,
  measuredIn,
  type ReadContext,
  type ServingContext,
  shownUnits,
  type Tally,
  tallySlots,
  toDisplay,
} from '../../../historian/index.ts';
import type { Industry, SeriesInfo, UnitDirectory } from '../../../plantModel/index.ts';
import type { DayCurves, Summed } from '../dayCurves.ts';
import { RestatedStock } from '../format/stockInShape.ts';
import { likeDays, usualOf } from '../usual.ts';
import { overviewMeasures } from './overview.ts';
import { type SumName, summedSeries, summedUnits } from './summed.ts';
import { measuredAmount } from './weekdayBand.ts';

type Hour = { fromSlot: number; toSlot: number };

/** Hours counted from the start of the shift day, up to the running one, the oldest first. */
const lastHours = ({ calendar, nowSlot }: Pick<ReadContext, 'calendar' | 'nowSlot'>): Hour[] => {
  const { firstSlot } = calendar.windowOfDay(calendar.dayOfSlot(nowSlot));
  const running = nowSlot - ((nowSlot - firstSlot) % SLOTS_PER_HOUR);
  return Array.from({ length: HOURS_PER_DAY }, (_, at) => {
    const fromSlot = running - (HOURS_PER_DAY - 1 - at) * SLOTS_PER_HOUR;
    return { fromSlot, toSlot: fromSlot + SLOTS_PER_HOUR };
  });
};

const sumOf = (amounts: readonly (number | null)[]): number | null => {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0);
};

const amountOf = (kind: SeriesInfo['kind'], { sum, last }: Tally): number | null => (kind === 'counter' ? sum : last);

/** An hour, how each series was measured in it, and what tanks held before by the shapes that they had at the end of its day. */
type OwnHour = { hour: Hour; own: readonly Tally[]; restated: RestatedStock };

/** Tanks of a day are by one shape, so that its hours share what is looked up. */
const restatedByDay = (source: ServingContext): ((hour: Hour) => RestatedStock) => {
  const ofDays = new Map<number, RestatedStock>();
  return ({ fromSlot }) => {
    const day = source.calendar.dayOfSlot(fromSlot);
    const { firstSlot, slots } = source.calendar.windowOfDay(day);
    const endSlot = Math.min(firstSlot + slots, source.nowSlot);
    const restated = ofDays.get(day) ?? new RestatedStock({ fromDay: day, endSlot }, source);
    ofDays.set(day, restated);
    return restated;
  };
};

/** Totals of an hour on the same weekdays before, of those that were measured. */
const usualHour = async (summed: Summed, { hour, own, restated }: OwnHour, curves: DayCurves, source: ServingContext) => {
  const { calendar } = source;
  const day = calendar.dayOfSlot(hour.fromSlot);
  const start = hour.fromSlot - calendar.windowOfDay(day).firstSlot;
  const passed = Math.max(0, Math.min(hour.toSlot, source.nowSlot) - hour.fromSlot);
  const pairs = summed.series.map(({ kind, unitId }, at) => ({
    kind,
    isEntered: isEnteredByHand(source.unitOf(unitId), source.unitOf),
    now: measuredIn(own[at] ?? emptyTally, passed),
  }));
  const known: number[] = [];
  for (const like of likeDays(day)) {
    // where clocks change, a day has an hour that another one has not
    const { firstSlot, slots } = calendar.windowOfDay(like);
    if (start + SLOTS_PER_HOUR > slots) continue;
    const part = await curves.within(summed, { day: like, from: start, to: start + SLOTS_PER_HOUR }, source);
    const amount = measuredAmount(part, SLOTS_PER_HOUR, pairs);
    const endSlot = firstSlot + start + SLOTS_PER_HOUR;
    if (amount !== null) known.push(amount + (await restated.by(summed.series, { fromDay: like, endSlot })));
  }
  return usualOf(known);
};

/** One figure of the plant by hours, with where it was in the same hours of the same weekdays. */
const hourFigures = async (
  summed: Summed,
  { hours, measure }: { hours: readonly Hour[]; measure: DisplayUnit },
  curves: DayCurves,
  source: ServingContext,
): Promise<HourFigures> => {
  const [first, last] = [hours[0], hours.at(-1)];
  const tallies: Tally[][] = [];
  for (const { id } of first && last ? summed.series : []) {
    await source.pace.turn();
    const run = source.reader.slots(id, first?.fromSlot ?? 0, last?.toSlot ?? 0);
    tallies.push(hours.map(({ fromSlot, toSlot }) => tallySlots(run, fromSlot, toSlot, source.nowSlot)));
  }
  const kind = summed.series[0]?.kind ?? 'counter';
  const restatedIn = restatedByDay(source);
  const figures: HourFigures = { unit: measure.unit, values: [], quality: '', median: [], low: [], high: [] };
  for (const [at, hour] of hours.entries()) {
    const own = tallies.flatMap((tally) => tally[at] ?? []);
    const letters: QualityLetter[] = own.map(({ quality }) => quality);
    const usual = await usualHour(summed, { hour, own, restated: restatedIn(hour) }, curves, source);
    figures.values.push(toDisplay(sumOf(own.map((tally) => amountOf(kind, tally))), measure));
    figures.quality += jointLetter(letters);
    figures.median.push(toDisplay(usual.median, measure));
    figures.low.push(toDisplay(usual.low, measure));
    figures.high.push(toDisplay(usual.high, measure));
  }
  return figures;
};

/** Where a shift day begins within the hours. */
const shiftStartIn = (hours: readonly Hour[], { calendar }: ReadContext): OverviewHours['shiftStart'] => {
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return null;
  const { firstSlot } = calendar.windowOfDay(calendar.dayOfSlot(last.fromSlot));
  return firstSlot >= first.fromSlot && firstSlot < last.toSlot ? isoOfSlot(firstSlot) : null;
};

type HoursAsked = { industry: Industry; directory: UnitDirectory; source: ServingContext; curves: DayCurves };

/** Intake, use and stock of the last 24 hours. */
export const plantHours = async ({ industry, directory, source, curves }: HoursAsked): Promise<OverviewHours> => {
  const { calendar, nowMs, nowSlot, reader } = source;
  const units = shownUnits(directory, industry.id);
  const hours = lastHours(source);
  const { water, stock } = overviewMeasures(directory, industry.id);
  const figures = (name: SumName) => {
    const series = summedSeries(summedUnits(name, units, new Set()));
    const measure = name === 'stock' ? stock : water;
    return hourFigures({ name: `${industry.id} ${name}`, series }, { hours, measure }, curves, source);
  };
  const from = hours[0]?.fromSlot ?? nowSlot;
  const gauges = units.flatMap(({ type, series }) => (type === 'rain' ? series.slice(0, 1) : []));
  const rain = gauges.map(({ id }) => tallySlots(reader.slots(id, from, nowSlot), from, nowSlot, nowSlot).sum);
  return {
    from: isoOfSlot(from),
    timezone: calendar.windowOfDay(calendar.dayOf(nowMs)).timezone,
    shiftStart: shiftStartIn(hours, source),
    intake: await figures('intake'),
    consumption: await figures('consumption'),
    stock: await figures('stock'),
    rainMm: toDisplay(rain.find((mm) => mm !== null) ?? null, displayUnitOf('mm', 1)),
  };
};
