import type { Overview, OverviewKpi } from '../../../contract/plant/overview.ts';
import {
  comparedChange,
  type DisplayUnit,
  displayUnitOf,
  dmyOfDay,
  emptyTally,
  isoOfSlot,
  type NormalBands,
  percentOf,
  type ServingContext,
  shownUnits,
  type Tally,
  toDisplay,
} from '../../../historian/index.ts';
import {
  type Industry,
  madeOfUnits,
  type SeriesInfo,
  siUnitOfCategory,
  type Unit,
  type UnitDirectory,
} from '../../../plantModel/index.ts';
import type { DayCurves } from '../dayCurves.ts';
import { openingInShape, type StockIn } from '../format/stockInShape.ts';
import { completenessOf } from '../format/unitBase.ts';
import { type Days, type LatestOf, overviewUnit, pairOf, type TwoDays, twoDays } from './overviewUnit.ts';
import { type FieldTroubles, silentCauses, silentThen } from './silence.ts';
import { type SummedUnit, type SumName, summedSeries, summedUnits } from './summed.ts';
import { weekdayBand } from './weekdayBand.ts';

const KILO = 1000;

export type OverviewAsked = {
  industry: Industry;
  directory: UnitDirectory;
  source: ServingContext;
  bands: NormalBands;
  curves: DayCurves;
  dischargeIds: ReadonlySet<string>;
  troubles: FieldTroubles;
  /** Whether the caller may see the addresses of lines. */
  withAddress: boolean;
  /** Other than what was read last: of a moment of the past. */
  latestOf?: LatestOf;
  nowMs: number;
};

type Part = SummedUnit & { days: TwoDays };
type Parts = { parts: readonly Part[]; series: readonly SeriesInfo[] };
type Work = { day: number; both: Days; passed: number; online: ReadonlySet<string>; asked: OverviewAsked };

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const stockIn = ({ last, lastSlot }: Tally): StockIn | null =>
  last === null || lastSlot === null ? null : { slot: lastSlot, litres: last };

/** What a unit came to the day before: of a tank what it held, by the shape that it has at the end of today (docs/domain.md 1.2). */
const amountBefore = (name: SumName, { unit, series, days }: Part, source: ServingContext): number | null =>
  name === 'stock'
    ? openingInShape(unit, series.id, { opening: stockIn(days.before), closing: stockIn(days.today) }, source)
    : days.before.sum;

const kpiOf = async (name: SumName, { parts, series }: Parts, measure: DisplayUnit, work: Work): Promise<OverviewKpi> => {
  const pick = name === 'stock' ? 'last' : 'sum';
  const value = sumOf(parts.map(({ days }) => days.today[pick]));
  const { curves, source, industry } = work.asked;
  const before = sumOf(parts.map((part) => amountBefore(name, part, source)));
  const summed = { name: `${industry.id} ${name}`, series };
  const pairs = parts.map((part) => pairOf(part, work.both, source));
  return {
    value: toDisplay(value, measure),
    unit: measure.unit,
    completeness: completenessOf({
      complete: total(parts.map(({ days }) => days.today.complete)),
      expected: total(parts.map(({ days }) => days.today.expected)),
    }),
    estimated: toDisplay(total(parts.map(({ days }) => days.today.estimated)), measure) ?? 0,
    previous: toDisplay(before, measure),
    changePct: comparedChange(value, before, pairs),
    sameWeekday: await weekdayBand(summed, { ...work, value, pairs, measure }, curves, source),
    meters: {
      unitIds: parts.map(({ unit }) => unit.id),
      reporting: parts.filter(({ unit }) => work.online.has(unit.id)).length,
    },
  };
};

const capacityOf = (parts: readonly Part[], measure: DisplayUnit): { percent: number | null; maxCapacity: number | null } => {
  const rated = parts.filter(({ unit, days }) => unit.maxCapacity !== null && days.today.last !== null);
  const capacityL = total(rated.map(({ unit }) => (unit.maxCapacity ?? 0) * KILO));
  const heldL = total(rated.map(({ days }) => days.today.last ?? 0));
  return {
    percent: capacityL > 0 ? percentOf(heldL, capacityL) : null,
    maxCapacity: capacityL > 0 ? toDisplay(capacityL, measure) : null,
  };
};

/** The unit of measure of each figure, by the categories of the plant. */
export const overviewMeasures = (directory: UnitDirectory, industryId: string) => {
  const categories = directory.categories(industryId);
  const water = displayUnitOf('L', KILO, siUnitOfCategory(categories, 'SOURCE_CATEGORY'));
  const stock = displayUnitOf('L', KILO, siUnitOfCategory(categories, 'STOCK_CATEGORY'));
  return { water, stock, energy: displayUnitOf('Wh', KILO, siUnitOfCategory(categories, 'ENERGY_CATEGORY')) };
};

const kpisOf = async (days: ReadonlyMap<string, TwoDays>, work: Work): Promise<Overview['kpis']> => {
  const { directory, industry, dischargeIds } = work.asked;
  const { water, stock, energy } = overviewMeasures(directory, industry.id);
  const shown = shownUnits(directory, industry.id);
  const nothing: TwoDays = { today: emptyTally, before: emptyTally };
  const partsOf = (name: SumName): Parts => {
    const units = summedUnits(name, shown, dischargeIds);
    return {
      parts: units.map((part) => ({ ...part, days: days.get(part.unit.id) ?? nothing })),
      series: summedSeries(units),
    };
  };
  const tanks = partsOf('stock');
  return {
    intake: await kpiOf('intake', partsOf('intake'), water, work),
    consumption: await kpiOf('consumption', partsOf('consumption'), water, work),
    energy: await kpiOf('energy', partsOf('energy'), energy, work),
    stock: { ...(await kpiOf('stock', tanks, stock, work)), ...capacityOf(tanks.parts, stock) },
    discharge: await kpiOf('discharge', partsOf('discharge'), water, work),
  };
};

const deployedOf = madeOfUnits((directory, industryId) => {
  const subCategories = new Map(
    directory.categories(industryId).flatMap((category) => category.subCategories.map((sub) => [sub.id, sub] as const)),
  );
  const units: readonly Unit[] = directory.units(industryId);
  return { subCategories, deployed: units.filter((unit) => unit.deployed && subCategories.has(unit.subCategoryId)) };
});

/** The whole plant at a glance; today and the days beside it counted from the shift's start to the last closed slot. */
export const plantOverview = async (asked: OverviewAsked): Promise<Overview> => {
  const { industry, directory, source, bands, troubles, withAddress, nowMs } = asked;
  const { calendar, nowSlot, reader } = source;
  const latestOf: LatestOf = asked.latestOf ?? (({ id }) => reader.latest(id));
  const day = calendar.dayOf(nowMs);
  const [today, before] = [calendar.windowOfDay(day), calendar.windowOfDay(day - 1)];
  const passed = nowSlot - today.firstSlot;
  const days: Days = {
    today: { fromSlot: today.firstSlot, toSlot: nowSlot },
    before: { fromSlot: before.firstSlot, toSlot: before.firstSlot + Math.min(passed, before.slots) },
  };
  const { subCategories, deployed } = deployedOf(directory, industry.id);
  const read = new Map<string, TwoDays>();
  const units: Overview['units'] = [];
  for (const unit of deployed) {
    await source.pace.turn();
    const own = twoDays(unit, days, source);
    read.set(unit.id, own);
    const subCategory = subCategories.get(unit.subCategoryId);
    if (subCategory) units.push(overviewUnit({ unit, subCategory, days: own, both: days }, source, bands, latestOf));
  }
  const online = new Set(units.flatMap((unit) => (unit.online ? [unit.unitId] : [])));
  const kpis = await kpisOf(read, { day, both: days, passed, online, asked });
  await source.pace.rest();
  const shown = shownUnits(directory, industry.id);
  const devices = shown.filter(({ type }) => type !== 'virtual' && type !== 'manual');
  // nobody asks for what a disabled group does not report
  const silent = shown.filter(({ id, type }) => type !== 'virtual' && !online.has(id));
  return {
    industryName: industry.name,
    window: {
      from: isoOfSlot(today.firstSlot),
      to: isoOfSlot(today.firstSlot + today.slots),
      label: dmyOfDay(day),
      timezone: today.timezone,
      shiftStart: today.startAt,
      open: true,
    },
    comparedTo: isoOfSlot(nowSlot),
    kpis,
    silent: asked.latestOf ? silentThen(silent) : silentCauses(silent, troubles, withAddress),
    devices: { total: devices.length, online: devices.filter(({ id }) => online.has(id)).length },
    units,
  };
};
