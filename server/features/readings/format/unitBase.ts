import type { Series } from '../../../contract/model/common.ts';
import { rateParams } from '../../../contract/model/unitSeries.ts';
import type { UnitV2 } from '../../../contract/user/deviceData.ts';
import { round } from '../../../core/round.ts';
import { isCountedAt, SLOT_MS, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import {
  bucketValue,
  type DisplayUnit,
  displayUnitOf,
  emptyTally,
  type Gathered,
  isoOfSlot,
  limitIn,
  percentOf,
  type ReadContext,
  slotsInPlace,
  type Tally,
  tallySlots,
  toDisplay,
  toDisplaySlot,
  type UnitLookup,
  type Window,
} from '../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import type { TariffRates } from './tariffRates.ts';

/** What a formatter works with: the window, what was gathered for it, and the reader for finer questions. */
export type FormatContext = {
  source: ReadContext;
  window: Window;
  gathered: ReadonlyMap<number, Gathered>;
  divisionFactor: number;
  siUnit: string;
  nowMs: number;
  unitOf: UnitLookup;
  rates: TariffRates;
};

/** One family of units: which series its answer is made of, and how. */
export type Formatter = {
  /** The main series: its total, mean and graph represent the unit. */
  main(unit: Unit): SeriesInfo | undefined;
  /** Series to gather besides the main one. */
  others(unit: Unit, unitOf: UnitLookup): SeriesInfo[];
  format(unit: Unit, context: FormatContext): UnitV2 | Promise<UnitV2>;
};

const nothing: Gathered = { total: emptyTally, buckets: [] };

export const gatheredOf = (series: SeriesInfo | undefined, { gathered }: FormatContext): Gathered =>
  (series && gathered.get(series.id)) ?? nothing;

export const measureFor = (series: SeriesInfo | undefined, { divisionFactor, siUnit }: FormatContext): DisplayUnit =>
  displayUnitOf(series?.measure ?? '', divisionFactor, siUnit);

export const completenessOf = ({ complete, expected }: Pick<Tally, 'complete' | 'expected'>): number =>
  percentOf(Math.min(complete, expected), expected);

/** The last slots that have passed within the window, newest last. */
export const endSlotOf = ({ window, source }: FormatContext): number => Math.min(window.toSlot, source.nowSlot);

export const isOpen = ({ window, source }: FormatContext): boolean =>
  source.nowSlot < window.toSlot && source.nowSlot >= window.fromSlot;

/** What all lines of a window have alike. */
type Axis = Pick<Series, 'start' | 'stepMinutes' | 'labels'>;
const axes = new WeakMap<Window, Axis>();

const axisOf = (window: Window): Axis => {
  const known = axes.get(window);
  if (known) return known;
  const axis = {
    start: isoOfSlot(window.fromSlot),
    stepMinutes: stepMinutesOf(window),
    labels: window.buckets.map(({ label }) => label),
  };
  axes.set(window, axis);
  return axis;
};

/** One graph line: a value per bucket, 0 where none is known, with the quality letters. */
export const graphOf = (
  { key, name }: { key: string; name: string },
  series: SeriesInfo | undefined,
  { total, buckets }: Gathered,
  context: FormatContext,
): Series => {
  const { window } = context;
  const measure = measureFor(series, context);
  const kind = series?.kind ?? 'gauge';
  const known: number[] = [];
  const values: number[] = [];
  let quality = '';
  for (let at = 0; at < window.buckets.length; at += 1) {
    const bucket = buckets[at];
    const value = bucket ? bucketValue(bucket, kind) : null;
    if (value !== null) known.push(value);
    values.push(value === null ? 0 : toDisplaySlot(value, measure, kind));
    quality += bucket?.quality ?? 'M';
  }
  return {
    key,
    name,
    unit: measure.unit,
    ...axisOf(window),
    values,
    quality,
    total: kind === 'counter' ? toDisplay(total.sum, measure) : null,
    ...spanOf(known, measure, kind),
    completeness: completenessOf(total),
  };
};

/** Extremes and mean of the buckets that have a value, each rounded once, so that they are the same amounts in every unit. */
const spanOf = (
  known: readonly number[],
  measure: DisplayUnit,
  kind: SeriesInfo['kind'],
): { min: number | null; max: number | null; avg: number | null } => {
  if (known.length === 0) return { min: null, max: null, avg: null };
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const [min, max] = [Math.min(...known), Math.max(...known)].map((value) => toDisplaySlot(value, measure, kind));
  return { min: min ?? null, max: max ?? null, avg: toDisplay(mean, measure) };
};

/** Null where the steps are not equal: months, and days of 23 or 25 hours. */
const stepMinutesOf = ({ buckets }: Window): number | null => {
  const sizes = new Set(buckets.map(({ fromSlot, toSlot }) => toSlot - fromSlot));
  const [size = 0] = sizes;
  return sizes.size === 1 ? size * 5 : null;
};

/** The parts that every unit has, from its main series. */
export const unitBase = (unit: Unit, series: SeriesInfo | undefined, context: FormatContext): UnitV2 => {
  const found = gatheredOf(series, context);
  const { total } = found;
  const measure = measureFor(series, context);
  const isCounter = series?.kind === 'counter';
  const latest = latestOf(unit, series, total, context);
  const sum = isCounter ? toDisplay(total.sum, measure) : null;
  const graph = graphOf({ key: unit.id, name: unit.name }, series, found, context);
  const maxCapacity = limitIn(unit.maxCapacity, series, measure);
  return {
    unitId: unit.id,
    displayName: unit.name,
    siUnit: measure.unit,
    value: isCounter ? sum : latest.value,
    total: sum,
    // of a gauge the extremes of 5 minutes, of a counter those of what the graph shows: a volume has a stretch of time
    ...(isCounter
      ? { avg: graph.avg ?? null, min: graph.min ?? null, max: graph.max ?? null }
      : { avg: toDisplay(total.avg, measure), min: toDisplay(total.min, measure), max: toDisplay(total.max, measure) }),
    latest: latest.value,
    latestAt: latest.atMs === null ? null : new Date(latest.atMs).toISOString(),
    online: context.source.isOnline(unit),
    completeness: completenessOf(total),
    estimated: toDisplay(total.estimated, measure) ?? 0,
    latestUnit: latest.unit,
    meta: { threshold: limitIn(thresholdOf(unit, context), series, measure), ...(maxCapacity !== null && { maxCapacity }) },
    graph,
  };
};

/** The limit that fits the window: of a month for a month, of a shift day for a day. */
const thresholdOf = ({ meta }: Unit, { window }: FormatContext): number | null => {
  if (window.type === 'MONTH') return meta.monthlyThreshold ?? null;
  return window.type === 'DAY' ? (meta.unitThreshold ?? null) : null;
};

const DAYS_PER_FETCH = 31;
const RATE_PLACES: Record<string, number> = { kW: 1, kVA: 1, 'mm/h': 1 };

const ratesOf: Record<string, string> = { L: 'm3/h', Wh: 'kW', VAh: 'kVA', mm: 'mm/h' };

/** The newest value of a unit with its unit and the end of the slot, or the moment, that it is of. */
export type Latest = { value: number | null; unit: string; atMs: number | null };

/**
 * A gauge's newest value; for a meter its rate: the meter's own flow or power, else the last slot
 * times 12. In a closed window the last one known there.
 */
export const latestOf = (unit: Unit, series: SeriesInfo | undefined, total: Tally, context: FormatContext): Latest => {
  if (!series) return { value: null, unit: '', atMs: null };
  const { reader } = context.source;
  const measure = measureFor(series, context);
  const isCounter = series.kind === 'counter';
  const rate = isCounter ? unit.series.find(({ param }) => param === rateParams[series.param]) : series;
  if (isOpen(context) && rate) {
    const live = reader.latest(rate.id);
    const rateMeasure = measureFor(rate, context);
    if (live && live.value !== null)
      return { value: toDisplay(live.value, rateMeasure), unit: rateMeasure.unit, atMs: live.atMs };
  }
  const { last } = total;
  const rateUnit = isCounter ? (ratesOf[series.measure] ?? `${series.measure}/h`) : measure.unit;
  if (last === null) return { value: null, unit: rateUnit, atMs: null };
  const lastSlot = total.lastSlot ?? lastSlotOf(series.id, context);
  // a slot's volume times 12 is its mean flow; litres and watt-hours toDisplay as m3/h and kW whatever the factor
  const perHour = (last * SLOTS_PER_HOUR) / displayUnitOf(series.measure, 1000).divisor;
  return {
    value: isCounter ? round(perHour, RATE_PLACES[rateUnit] ?? 2) : toDisplay(last, measure),
    unit: rateUnit,
    atMs: lastSlot === null ? null : (lastSlot + 1) * SLOT_MS,
  };
};

/** Of a day that runs: it is in memory, where totals of days are not. */
const lastOfRunningDay = (seriesId: number, { source, window }: FormatContext): number | null => {
  const { calendar, reader, nowSlot } = source;
  if (nowSlot < window.fromSlot || nowSlot >= window.toSlot) return null;
  const { firstSlot } = calendar.windowOfDay(calendar.dayOfSlot(nowSlot));
  const { quality, fromSlot } = slotsInPlace(reader, seriesId, firstSlot, nowSlot);
  for (let slot = nowSlot - 1; slot >= firstSlot; slot -= 1) if (isCountedAt(quality, slot - fromSlot)) return slot;
  return null;
};

/** Day totals keep the last value without its slot: it is in the last day that has one. */
const lastSlotOf = (seriesId: number, context: FormatContext): number | null => {
  const running = lastOfRunningDay(seriesId, context);
  if (running !== null) return running;
  const { source, window } = context;
  const { calendar, reader, nowSlot } = source;
  for (let toDay = Math.min(window.toDay, calendar.dayOfSlot(nowSlot)); toDay >= window.fromDay; toDay -= DAYS_PER_FETCH) {
    const fromDay = Math.max(window.fromDay, toDay - DAYS_PER_FETCH + 1);
    const day = reader.dayTotals([seriesId], fromDay, toDay).findLast(({ last }) => last !== null)?.day;
    if (day === undefined) continue;
    const { firstSlot, slots } = calendar.windowOfDay(day);
    return tallySlots(reader.slots(seriesId, firstSlot, firstSlot + slots), firstSlot, firstSlot + slots, nowSlot).lastSlot;
  }
  return null;
};
