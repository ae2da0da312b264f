import type { OverviewUnit } from '../../contract/plant/overview.ts';
import { round } from '../../core/round.ts';
import {
  changePct,
  displayUnitOf,
  emptyTally,
  limitIn,
  mainSeries,
  type NormalBands,
  type ReadContext,
  type Tally,
  tallySlots,
  toDisplay,
} from '../../historian/index.ts';
import type { SubCategory, Unit } from '../../plantModel/index.ts';
import { completenessOf } from './format/unitBase.ts';

/** The running shift day and the one before it, both up to the same distance from their start. */
export type Days = { today: { fromSlot: number; toSlot: number }; before: { fromSlot: number; toSlot: number } };

/** A unit's main series on both days; gauges are read too, for stock then and now. */
export type TwoDays = { today: Tally; before: Tally };

const KILO = 1000;
const LIVE_PLACES = 4;

export const twoDays = (unit: Unit, { today, before }: Days, { reader, nowSlot }: ReadContext): TwoDays => {
  const main = mainSeries(unit);
  if (!main) return { today: emptyTally, before: emptyTally };
  const tally = ({ fromSlot, toSlot }: Days['today']): Tally =>
    toSlot > fromSlot ? tallySlots(reader.slots(main.id, fromSlot, toSlot), fromSlot, toSlot, nowSlot) : emptyTally;
  return { today: tally(today), before: tally(before) };
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

const paramsOf = (unit: Unit, source: ReadContext, bands: NormalBands): Param[] =>
  unit.series.map((series) => {
    const latest = source.reader.latest(series.id);
    const normal = bands.of(series, source.nowSlot);
    return {
      param: series.param,
      name: unit.meta.params?.[series.param]?.name ?? series.param,
      measure: series.measure,
      value: round(latest?.value ?? null, LIVE_PLACES),
      quality: latest?.quality ?? 'STALE',
      at: latest?.atMs == null ? null : new Date(latest.atMs).toISOString(),
      ...limitsOf(unit, series.param),
      ...(normal && { normal }),
    };
  });

/** One unit at a glance. */
export const overviewUnit = (
  unit: Unit,
  subCategory: SubCategory,
  days: TwoDays,
  source: ReadContext,
  bands: NormalBands,
): OverviewUnit => {
  const main = mainSeries(unit);
  const measure = displayUnitOf(main?.measure ?? '', KILO, unit.siUnit);
  const params = paramsOf(unit, source, bands);
  const threshold = limitIn(unit.meta.unitThreshold, main, measure);
  const maxCapacity = limitIn(unit.maxCapacity, main, measure);
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
    online: source.isOnline(unit),
    params,
    today: {
      value: toDisplay(today, measure),
      completeness: completenessOf(days.today),
      estimated: toDisplay(days.today.estimated, measure) ?? 0,
    },
    yesterdaySoFar: { value: toDisplay(before, measure), completeness: completenessOf(days.before) },
    changePct: changePct(today, before),
    ...(threshold !== null && { threshold }),
    ...(maxCapacity !== null && { maxCapacity }),
    ...(volumeL != null && unit.maxCapacity !== null && { percent: round((100 * volumeL) / (unit.maxCapacity * KILO), 1) }),
  };
};
