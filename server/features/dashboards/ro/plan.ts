import { shownUnits } from '../../../historian/index.ts';
import {
  countedOnce,
  factsOf,
  type SeriesInfo,
  type SubCategory,
  type Unit,
  type UnitDirectory,
} from '../../../plantModel/index.ts';
import { type GaugeName, type RoPlan, type RoSideName, roSides, sideParams } from './model.ts';

const RO_CATEGORY = 'RO_EFFICIENCY_PLANT';
/** Of the design flow; below it a train does not run. */
const RUNNING_PART = 0.1;

const countsAsRo = ({ standardCategoryId, standardCategoryIds }: Unit): boolean =>
  standardCategoryId === RO_CATEGORY || standardCategoryIds.includes(RO_CATEGORY);

/** An analyser or energy meter that is elsewhere belongs to the plant whose water it looks at. */
const plantIdOf = (unit: Unit, byId: ReadonlyMap<string, Unit>): string => {
  const meter = unit.meta.flowUnitId === undefined ? undefined : byId.get(unit.meta.flowUnitId);
  const isElsewhere = unit.type === 'quality' || unit.type === 'energy';
  return isElsewhere && meter && countsAsRo(meter) ? meter.subCategoryId : unit.subCategoryId;
};

const paramOf = (unit: Unit, param: string): SeriesInfo | undefined => unit.series.find((series) => series.param === param);

const metersOf = (units: readonly Unit[], side: RoSideName): Unit[] =>
  countedOnce(
    units
      .filter((unit) => unit.type !== 'quality' && unit.type !== 'energy' && unit.meta.ro?.side === side)
      .filter((unit) => paramOf(unit, 'volume') !== undefined)
      .map((unit) => ({ unit })),
  ).map(({ unit }) => unit);

/** A unit of one side names its parameters plainly; one of the whole train by side, such as `feed_pressure`. */
const gaugesOf = (units: readonly Unit[]): Map<GaugeName, number> => {
  const gauges = new Map<GaugeName, number>();
  const keep = (name: GaugeName, series: SeriesInfo | undefined): void => {
    if (series && !gauges.has(name)) gauges.set(name, series.id);
  };
  for (const unit of units.filter(({ type }) => type === 'quality')) {
    const own = unit.meta.ro?.side;
    for (const side of roSides)
      for (const param of sideParams) {
        keep(`${side}.${param}`, own === side ? paramOf(unit, param) : undefined);
        keep(`${side}.${param}`, paramOf(unit, `${side}_${param}`));
      }
  }
  // the membranes feel the temperature of the feed; elsewhere it is nearly the same
  const warmth = ['feed', 'train', 'permeate', 'reject', undefined];
  const byNearness = units
    .filter(({ type }) => type === 'quality')
    .toSorted((a, b) => warmth.indexOf(a.meta.ro?.side) - warmth.indexOf(b.meta.ro?.side));
  for (const unit of byNearness) keep('temperature', paramOf(unit, 'feed_temperature') ?? paramOf(unit, 'temperature'));
  return gauges;
};

const missingIn = (meters: RoPlan['meters'], gauges: RoPlan['gauges']): string[] => {
  const missing: string[] = roSides.filter((side) => meters[side].length === 0).map((side) => `${side}.flow`);
  const salt = (side: RoSideName): string[] =>
    gauges.has(`${side}.tds`) || gauges.has(`${side}.conductivity`) ? [] : [`${side}.tds`];
  return [
    // the third flow follows from two
    ...(missing.length > 1 || meters.permeate.length === 0 ? missing : []),
    ...salt('feed'),
    ...salt('permeate'),
    ...roSides.filter((side) => !gauges.has(`${side}.pressure`)).map((side) => `${side}.pressure`),
    ...(gauges.has('temperature') ? [] : ['temperature']),
  ];
};

/** Where no design is known, a tenth of what the permeate meters can pass, m3/h. */
const passableM3h = (units: readonly Unit[]): number =>
  units.reduce((sum, { meta: { meter } }) => sum + (meter ? (meter.maxPerHour * meter.basePerCount) / 1000 : 0), 0);

const planOf = (sub: SubCategory, units: readonly Unit[], directory: UnitDirectory, industryId: string): RoPlan => {
  const design = factsOf(directory.industry(industryId)).roPlants.find(({ plantId }) => plantId === sub.id);
  const units3 = { feed: metersOf(units, 'feed'), permeate: metersOf(units, 'permeate'), reject: metersOf(units, 'reject') };
  const volumes = (side: RoSideName): number[] => units3[side].flatMap((unit) => paramOf(unit, 'volume')?.id ?? []);
  const meters = { feed: volumes('feed'), permeate: volumes('permeate'), reject: volumes('reject') };
  const energy = countedOnce(units.filter(({ type }) => type === 'energy').map((unit) => ({ unit }))).flatMap(
    ({ unit }) => paramOf(unit, 'energy')?.id ?? [],
  );
  const gauges = gaugesOf(units);
  const runningAboveM3h = RUNNING_PART * (design?.designPermeateM3h ?? passableM3h(units3.permeate));
  return {
    plantId: sub.id,
    name: sub.displayName,
    meters,
    energy,
    gauges,
    seriesIds: [...meters.feed, ...meters.permeate, ...meters.reject, ...energy, ...gauges.values()],
    meterIds: [...meters.feed, ...meters.permeate, ...meters.reject, ...energy],
    runningAboveM3h,
    areaM2: design?.membraneAreaM2 ?? null,
    recoveryTargetPct: design?.recoveryTargetPct ?? null,
    missingTags: missingIn(meters, gauges),
    key: JSON.stringify([meters, energy, [...gauges], runningAboveM3h]),
  };
};

/**
 * The RO plants of an industry in the order of its sub-categories.
 * @returns undefined where nothing is configured as RO_EFFICIENCY_PLANT.
 */
export const plantsOf = (directory: UnitDirectory, industryId: string): RoPlan[] | undefined => {
  const all = directory.units(industryId);
  const byId = new Map(all.map((unit) => [unit.id, unit]));
  const categories = directory.categories(industryId).filter(({ enabled }) => enabled);
  const units = shownUnits(directory, industryId).filter(countsAsRo);
  const byPlant = Map.groupBy(units, (unit) => plantIdOf(unit, byId));
  const isShown = categories.some(({ standardCategoryId }) => standardCategoryId === RO_CATEGORY);
  if (byPlant.size === 0 && !isShown) return undefined;
  return categories
    .toSorted((a, b) => a.position - b.position)
    .flatMap(({ subCategories }) => subCategories.toSorted((a, b) => a.position - b.position))
    .flatMap((sub) => {
      const found = sub.enabled ? byPlant.get(sub.id) : undefined;
      return found ? [planOf(sub, found, directory, industryId)] : [];
    });
};
