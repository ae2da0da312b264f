import type { Compare, Overview } from '../../contract/plant/overview.ts';
import { round } from '../../core/round.ts';
import {
  changePct,
  type DisplayUnit,
  displayUnitOf,
  dmyOfDay,
  isoOfSlot,
  mainSeries,
  type NormalBands,
  type ReadContext,
  toDisplay,
} from '../../historian/index.ts';
import { countedOnce, type Industry, siUnitOfCategory, type Unit, type UnitDirectory } from '../../plantModel/index.ts';
import { completenessOf } from './format/unitBase.ts';
import { type Days, overviewUnit, type TwoDays, twoDays } from './overviewUnit.ts';

const KILO = 1000;

type Part = { unit: Unit; days: TwoDays };

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

const compareOf = (parts: readonly Part[], pick: 'sum' | 'last', measure: DisplayUnit): Compare => {
  const today = sumOf(parts.map(({ days }) => days.today[pick]));
  const before = sumOf(parts.map(({ days }) => days.before[pick]));
  return {
    value: toDisplay(today, measure),
    unit: measure.unit,
    completeness: completenessOf({
      complete: parts.reduce((sum, { days }) => sum + days.today.complete, 0),
      expected: parts.reduce((sum, { days }) => sum + days.today.expected, 0),
    }),
    estimated:
      toDisplay(
        parts.reduce((sum, { days }) => sum + days.today.estimated, 0),
        measure,
      ) ?? 0,
    previous: toDisplay(before, measure),
    changePct: changePct(today, before),
  };
};

const countsAs =
  (standardId: string, kind: string, measure: string) =>
  ({ unit }: Part): boolean => {
    const main = mainSeries(unit);
    const isAsked = unit.standardCategoryId === standardId || unit.standardCategoryIds.includes(standardId);
    return isAsked && main?.kind === kind && main.measure === measure;
  };

const stockOf = (parts: readonly Part[], measure: DisplayUnit): Overview['kpis']['stock'] => {
  const base = compareOf(parts, 'last', measure);
  const rated = parts.filter(({ unit, days }) => unit.maxCapacity !== null && days.today.last !== null);
  const capacityL = rated.reduce((sum, { unit }) => sum + (unit.maxCapacity ?? 0) * KILO, 0);
  const heldL = rated.reduce((sum, { days }) => sum + (days.today.last ?? 0), 0);
  return {
    ...base,
    percent: capacityL > 0 ? round((100 * heldL) / capacityL, 1) : null,
    maxCapacity: capacityL > 0 ? toDisplay(capacityL, measure) : null,
  };
};

/** The whole plant at a glance; today and yesterday counted from the shift's start to the last closed slot. */
export const plantOverview = async (
  industry: Industry,
  directory: UnitDirectory,
  source: ReadContext,
  bands: NormalBands,
  nowMs: number,
): Promise<Overview> => {
  const { calendar, nowSlot } = source;
  const day = calendar.dayOf(nowMs);
  const [today, before] = [calendar.windowOfDay(day), calendar.windowOfDay(day - 1)];
  const passed = nowSlot - today.firstSlot;
  const days: Days = {
    today: { fromSlot: today.firstSlot, toSlot: nowSlot },
    before: { fromSlot: before.firstSlot, toSlot: before.firstSlot + Math.min(passed, before.slots) },
  };
  const subCategories = new Map(
    directory.categories(industry.id).flatMap((category) => category.subCategories.map((sub) => [sub.id, sub] as const)),
  );
  const parts: Part[] = [];
  const units: Overview['units'] = [];
  for (const unit of directory.units(industry.id)) {
    const subCategory = subCategories.get(unit.subCategoryId);
    if (!unit.deployed || !subCategory) continue;
    await source.pace.turn();
    const part = { unit, days: twoDays(unit, days, source) };
    parts.push(part);
    units.push(overviewUnit(unit, subCategory, part.days, source, bands));
  }
  await source.pace.rest();
  const devices = units.filter(({ type }) => type !== 'virtual' && type !== 'manual');
  const adding = (category: string, measure: string): Part[] => countedOnce(parts.filter(countsAs(category, 'counter', measure)));
  const siUnitOf = (category: string): string => siUnitOfCategory(directory.categories(industry.id), category);
  const water = displayUnitOf('L', KILO, siUnitOf('SOURCE_CATEGORY'));
  const tanks = displayUnitOf('L', KILO, siUnitOf('STOCK_CATEGORY'));
  const power = displayUnitOf('Wh', KILO, siUnitOf('ENERGY_CATEGORY'));
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
    kpis: {
      intake: compareOf(adding('ID_SOURCE', 'L'), 'sum', water),
      consumption: compareOf(adding('ID_CONSUMPTION', 'L'), 'sum', water),
      energy: compareOf(adding('ENERGY_CATEGORY', 'Wh'), 'sum', power),
      stock: stockOf(parts.filter(countsAs('STOCK_CATEGORY', 'stock', 'L')), tanks),
    },
    devices: { total: devices.length, online: devices.filter(({ online }) => online).length },
    units,
  };
};
