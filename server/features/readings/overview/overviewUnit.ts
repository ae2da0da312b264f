import type { OverviewUnit } from '../../../contract/plant/overview.ts';
import { code, SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import { isoOrNull } from '../../../core/time.ts';
import {
  type ComparedPair,
  comparedChange,
  displayUnitOf,
  emptyTally,
  expectedSince,
  flowing,
  isEnteredByHand,
  type KeptSlots,
  type LatestValue,
  limitIn,
  linkedFlow,
  mainSeries,
  measuredIn,
  type NormalBands,
  percentOf,
  type ReadContext,
  type ServingContext,
  type SlotRun,
  type Tally,
  tallySlots,
  tallySoFar,
  toDisplay,
} from '../../../historian/index.ts';
import type { SeriesInfo, SubCategory, Unit } from '../../../plantModel/index.ts';
import { openingInShape } from '../format/stockInShape.ts';
import { completenessOf } from '../format/unitBase.ts';
import { liveOf, staleAfterSeconds } from '../liveNow.ts';
import { tankForecast } from './tankForecast.ts';

/** The running shift day and the one before it, both up to the same distance from their start. */
export type Days = { today: { fromSlot: number; toSlot: number }; before: { fromSlot: number; toSlot: number } };

/** A unit's main series on both days; gauges are read too, for stock then and now. */
export type TwoDays = { today: Tally; before: Tally };

const KILO = 1000;
export const DAYS_OF_ENTRIES = 400;

export const twoDays = (unit: Unit, days: Days, source: ReadContext): TwoDays => {
  const { reader, nowSlot } = source;
  const main = mainSeries(unit);
  if (!main) return { today: emptyTally, before: emptyTally };
  const tally = ({ fromSlot, toSlot }: Days['today'], isNew: boolean): Tally => {
    if (toSlot <= fromSlot) return emptyTally;
    const kept = isNew ? undefined : reader.kept?.(main.id, fromSlot, toSlot);
    if (kept) return tallySoFar(kept, fromSlot, toSlot, nowSlot);
    const run = reader.slots(main.id, fromSlot, toSlot);
    return tallySlots(run, isNew ? expectedSince(source, main.id, { fromSlot, toSlot }) : fromSlot, toSlot, nowSlot);
  };
  const before = tally(days.before, false);
  // what was there the day before joined before
  return { today: tally(days.today, before.known === 0), before };
};

const slotsOf = ({ fromSlot, toSlot }: Days['today']): number => Math.max(0, toSlot - fromSlot);

/** A series on both days, to be compared. */
export const pairOf = (
  { unit, series, days }: { unit: Unit; series: SeriesInfo; days: TwoDays },
  { today, before }: Days,
  { unitOf }: ServingContext,
): ComparedPair => ({
  kind: series.kind,
  isEntered: isEnteredByHand(unit, unitOf),
  now: measuredIn(days.today, slotsOf(today)),
  before: measuredIn(days.before, slotsOf(before)),
});

const LOOK_BACK_SLOTS = SLOTS_PER_DAY;

/** The last of slots [fromSlot, toSlot) that was measured. */
const lastMeasured = (
  run: SlotRun | KeptSlots,
  fromSlot: number,
  toSlot: number,
): { value: number; atMs: number } | undefined => {
  const { quality, values, fromSlot: first } = run;
  for (let slot = toSlot - 1; slot >= fromSlot; slot -= 1) {
    const letter = typeof quality === 'string' ? quality.charCodeAt(slot - first) : quality[slot - first];
    if (letter === code.G || letter === code.R) return { value: values[slot - first] ?? 0, atMs: (slot + 1) * SLOT_MS };
  }
  return undefined;
};

/** What a series last said, also where nothing came since the server started; counters' readings are not kept that way. */
const lastKnown = (
  { id, kind }: SeriesInfo,
  { reader, calendar, nowSlot }: ReadContext,
): { value: number; atMs: number } | undefined => {
  if (kind === 'counter') return undefined;
  const oldest = nowSlot - LOOK_BACK_SLOTS;
  // day by day: of one day the slots are looked at where they are
  for (let toSlot = nowSlot; toSlot > oldest; ) {
    const fromSlot = Math.max(oldest, calendar.windowOfDay(calendar.dayOfSlot(toSlot - 1)).firstSlot);
    const last = lastMeasured(reader.kept?.(id, fromSlot, toSlot) ?? reader.slots(id, fromSlot, toSlot), fromSlot, toSlot);
    if (last) return last;
    toSlot = fromSlot;
  }
  return undefined;
};

type Param = OverviewUnit['params'][number];

/** Limits in the unit that is shown: of a quality parameter its own, of a tank KL, of a level metres. */
const limitsOf = (unit: Unit, param: string): Pick<Param, 'lt' | 'ht'> => {
  const spec = unit.meta.params?.[param];
  if (spec) return { lt: spec.lt, ht: spec.ht };
  const { lowThreshold = null, highThreshold = null } = unit.meta;
  if (lowThreshold === null && highThreshold === null) return {};
  const capacity = unit.maxCapacity;
  const ofTank = (percent: number | null): number | null =>
    percent === null || capacity === null ? null : (percent * capacity) / 100;
  if (unit.type === 'stock' && param === 'volume') return { lt: ofTank(lowThreshold), ht: ofTank(highThreshold) };
  return unit.type !== 'stock' && param === 'level' ? { lt: lowThreshold, ht: highThreshold } : {};
};

/** What a series says; with its letter where it is of a slot of the past. */
export type LatestOf = (series: SeriesInfo) => (Partial<LatestValue> & Pick<Param, 'letter'>) | undefined;

const paramsOf = (unit: Unit, source: ReadContext, bands: NormalBands, latestOf: LatestOf): Param[] =>
  unit.series.map((series) => {
    const latest = latestOf(series);
    const old = latest?.atMs == null ? lastKnown(series, source) : undefined;
    const atMs = latest?.atMs ?? old?.atMs ?? null;
    const lastValue = latest?.value == null ? (latest?.lastValue ?? old?.value) : undefined;
    const stale = staleAfterSeconds(unit, series.param);
    const normal = bands.of(series, source);
    return {
      param: series.param,
      name: unit.meta.params?.[series.param]?.name ?? series.param,
      measure: series.measure,
      value: latest?.value == null ? null : liveOf(latest.value, series),
      quality: latest?.quality ?? 'STALE',
      ...(latest?.letter !== undefined && { letter: latest.letter }),
      at: isoOrNull(atMs),
      ...limitsOf(unit, series.param),
      ...(normal && { normal }),
      ...(stale !== undefined && { staleAfterSeconds: stale }),
      ...(lastValue !== undefined && { lastValue: liveOf(lastValue, series) }),
    };
  });

/** The last hour of a tank, and the slot before it; where a day began within it, that slot by the shape that the tank has now. */
const lastHour = (unit: Unit, { id }: SeriesInfo, source: ReadContext): SlotRun => {
  const { reader, calendar, nowSlot } = source;
  const run = reader.slots(id, nowSlot - SLOTS_PER_HOUR - 1, nowSlot);
  const { fromSlot, values } = run;
  if (calendar.dayOfSlot(fromSlot) === calendar.dayOfSlot(nowSlot - 1)) return run;
  const opening = { slot: fromSlot, litres: values[0] ?? 0 };
  const closing = { slot: nowSlot - 1, litres: values.at(-1) ?? 0 };
  return { ...run, values: values.with(0, openingInShape(unit, id, { opening, closing }, source) ?? opening.litres) };
};

const forecastOf = (unit: Unit, main: SeriesInfo | undefined, divisor: number, source: ReadContext) => {
  if (unit.type !== 'stock' || unit.maxCapacity === null || main?.measure !== 'L') return undefined;
  return tankForecast(lastHour(unit, main, source), unit.maxCapacity * KILO, divisor);
};

/** What a person enters reports once there is a value. */
const isOnline = (
  unit: Unit,
  main: SeriesInfo | undefined,
  { reader, calendar, nowSlot, isOnline: byRule }: ReadContext,
): boolean => {
  if (unit.type !== 'manual' || !main) return byRule(unit);
  const today = calendar.dayOfSlot(nowSlot);
  return reader.dayTotals([main.id], today - DAYS_OF_ENTRIES, today).length > 0;
};

/** Whether the sensors of a unit of quality were in standing water, or in none, in the last slot; what is not known flows. */
const waterStands = (unit: Unit, { reader, unitOf, nowSlot }: ServingContext): boolean =>
  unit.type === 'quality' && !flowing(linkedFlow(unit, unitOf), reader, nowSlot - 1, nowSlot)(0);

/** One unit at a glance. */
export const overviewUnit = (
  { unit, subCategory, days, both }: { unit: Unit; subCategory: SubCategory; days: TwoDays; both: Days },
  source: ServingContext,
  bands: NormalBands,
  latestOf: LatestOf,
): OverviewUnit => {
  const main = mainSeries(unit);
  const measure = displayUnitOf(main?.measure ?? '', KILO, unit.siUnit);
  const params = paramsOf(unit, source, bands, latestOf);
  const threshold = limitIn(unit.meta.unitThreshold, main, measure);
  const maxCapacity = limitIn(unit.maxCapacity, main, measure);
  const forecast = forecastOf(unit, main, measure.divisor, source);
  const volumeL = unit.type === 'stock' ? params.find(({ param }) => param === 'volume')?.value : undefined;
  const sums = main?.kind === 'counter' ? [days.today.sum, days.before.sum] : [null, null];
  const [today = null, before = null] = sums;
  return {
    unitId: unit.id,
    unitName: unit.name,
    type: unit.type,
    standardCategoryId: unit.standardCategoryId,
    standardCategoryIds: unit.standardCategoryIds,
    categoryId: unit.categoryId,
    subCategory: { id: subCategory.id, displayName: subCategory.displayName, group: subCategory.group },
    siUnit: measure.unit,
    online: isOnline(unit, main, source),
    params,
    today: {
      value: toDisplay(today, measure),
      completeness: completenessOf(days.today),
      estimated: toDisplay(days.today.estimated, measure) ?? 0,
    },
    yesterdaySoFar: { value: toDisplay(before, measure), completeness: completenessOf(days.before) },
    changePct: main ? comparedChange(today, before, [pairOf({ unit, series: main, days }, both, source)]) : null,
    ...(threshold !== null && { threshold }),
    ...(maxCapacity !== null && { maxCapacity }),
    ...(volumeL != null && unit.maxCapacity !== null && { percent: percentOf(volumeL, unit.maxCapacity * KILO) }),
    ...(waterStands(unit, source) && { waterStands: true as const }),
    ...(forecast && { forecast }),
  };
};
