import {
  allMeasured,
  bucketValue,
  type ComparedSide,
  displayUnitOf,
  emptyTally,
  type Gathered,
  gather,
  gatherTotals,
  isEnteredByHand,
  type Measured,
  shownUnits,
  type Tally,
} from '../../../historian/index.ts';
import { type Category, type SeriesInfo, type SubCategory, siUnitOfCategory, type Unit } from '../../../plantModel/index.ts';
import { type FormatContext, formatterFor, restatedBy } from '../../readings/index.ts';
import type { Collecting } from './context.ts';
import type { UnitReading } from './unitReading.ts';

/** The units that a report section covers, and the category whose formatter shows their values. */
export type UnitFamily = {
  standardCategoryId: string;
  wants(unit: Unit): boolean;
  /** Of all its volumes, whatever their categories are shown in. */
  siUnit?: string;
};

const byPosition = (a: { position: number }, b: { position: number }): number => a.position - b.position;

/** Shown units that the order asks for, in the plant's own order. */
export const coveredUnits = ({
  directory,
  order,
}: Pick<Collecting, 'directory' | 'order'>): { unit: Unit; sub: SubCategory; category: Category }[] => {
  const bySub = Map.groupBy(
    shownUnits(directory, order.industryId).filter(({ id }) => order.unitIds?.includes(id) ?? true),
    ({ subCategoryId }) => subCategoryId,
  );
  return directory
    .categories(order.industryId)
    .toSorted(byPosition)
    .flatMap((category) =>
      category.subCategories
        .filter(({ id }) => order.subCategories?.includes(id) ?? true)
        .toSorted(byPosition)
        .flatMap((sub) => (bySub.get(sub.id) ?? []).map((unit) => ({ unit, sub, category }))),
    );
};

/** The estimated part is given even where it is left out of the sum. */
const gatherWithEstimates = async (context: Collecting, ids: readonly number[]): Promise<Map<number, Gathered>> => {
  const { source, withEstimates, window } = context;
  const gathered = await gather(source, ids, window);
  if (!withEstimates) return gathered;
  const whole = await gather(withEstimates, ids, window);
  const addEstimated = (tally: Tally, { estimated }: Tally): Tally => ({ ...tally, estimated });
  return new Map(
    [...gathered].map(([id, { total, buckets }]) => {
      const all = whole.get(id) ?? { total, buckets };
      return [
        id,
        {
          total: addEstimated(total, all.total),
          buckets: buckets.map((tally, at) => addEstimated(tally, all.buckets[at] ?? tally)),
        },
      ];
    }),
  );
};

const nothing: Gathered = { total: emptyTally, buckets: [] };

type Found = { category: Category; series: SeriesInfo };

/** By stored measure the one unit in which units of several categories are shown, as they are added up; none where they are in one already. */
const commonUnits = (
  found: readonly Found[],
  { standardCategoryId, siUnit }: UnitFamily,
  { directory, order: { industryId, divisionFactor } }: Collecting,
): ReadonlyMap<string, string> => {
  const common = siUnit ?? siUnitOfCategory(directory.categories(industryId), standardCategoryId);
  const unitIn = (measure: string, shown: string): string => displayUnitOf(measure, divisionFactor, shown).unit;
  const units = new Map<string, string>();
  for (const [measure, own] of Map.groupBy(found, ({ series }) => series.measure)) {
    const isOne = new Set(own.map(({ category }) => unitIn(measure, category.siUnit))).size === 1;
    if (siUnit !== undefined || !isOne) units.set(measure, unitIn(measure, common));
  }
  return units;
};

/** How much of each series was measured in the window and in the one before. */
const measuredBy = async (
  { source, window, before }: Collecting,
  series: readonly SeriesInfo[],
  gathered: ReadonlyMap<number, Gathered>,
  previous: ReadonlyMap<number, Tally>,
) => {
  const endSlot = Math.min(window.toSlot, Math.max(window.fromSlot, source.nowSlot));
  const now: ComparedSide = { ...window, endSlot, of: (id) => gathered.get(id)?.total };
  const earlier: ComparedSide | null = before && {
    ...before.window,
    endSlot: before.endSlot,
    of: (id) => previous.get(id),
  };
  const nothing: Measured = { sum: null, last: null, slots: 0, known: 0 };
  const byId = (all: readonly Measured[]) => new Map(series.map(({ id }, at) => [id, all[at]]));
  const measured = byId(await allMeasured(series, now, source));
  const measuredBefore = earlier && byId(await allMeasured(series, earlier, source));
  return (unit: Unit, { id }: SeriesInfo): Pick<UnitReading, 'measured' | 'measuredBefore' | 'isEntered'> => ({
    measured: measured.get(id) ?? nothing,
    measuredBefore: measuredBefore?.get(id) ?? null,
    isEntered: isEnteredByHand(unit, source.unitOf),
  });
};

/** What a series came to in a stretch, with what a tank held by the shape that it has at the end of the window. */
export const byShapeOfEnd = (
  tally: Tally,
  series: SeriesInfo,
  before: { fromDay: number; endSlot: number },
  { source, window }: Collecting,
): Tally => {
  if (tally.last === null) return tally;
  const now = { fromDay: window.fromDay, endSlot: Math.min(window.toSlot, source.nowSlot) };
  return { ...tally, last: tally.last + restatedBy(series, { before, now }, source) };
};

/** Reads a family's units over the window, with the same functions as the dashboards. */
export const readFamily = async (context: Collecting, family: UnitFamily): Promise<UnitReading[]> => {
  const { source, window, before, order } = context;
  const found = coveredUnits(context)
    .filter(({ unit }) => family.wants(unit))
    .flatMap((one) => {
      const formatter = formatterFor(family.standardCategoryId, one.unit);
      const series = formatter.main(one.unit);
      return series ? [{ ...one, formatter, series, others: formatter.others(one.unit, source.unitOf) }] : [];
    });
  const ids = [...new Set(found.flatMap(({ series, others }) => [series.id, ...others.map(({ id }) => id)]))];
  const gathered = await gatherWithEstimates(context, ids);
  const mains = found.map(({ series }) => series.id);
  const previous = before ? await gatherTotals(source, mains, before.window, before.endSlot) : new Map<number, Tally>();
  const units = commonUnits(found, family, context);
  const measuredIn = await measuredBy(
    context,
    found.map(({ series }) => series),
    gathered,
    previous,
  );
  const previousOf = (series: SeriesInfo): Tally | null => {
    const tally = previous.get(series.id);
    return before && tally
      ? byShapeOfEnd(tally, series, { fromDay: before.window.fromDay, endSlot: before.endSlot }, context)
      : null;
  };
  return found.map(({ unit, sub, category, series, formatter }) => {
    const siUnit = units.get(series.measure) ?? category.siUnit;
    const formatting: FormatContext = {
      source,
      window,
      gathered,
      divisionFactor: order.divisionFactor,
      siUnit,
      nowMs: source.nowMs,
      unitOf: source.unitOf,
      rates: context.rates,
    };
    const { total, buckets } = gathered.get(series.id) ?? nothing;
    return {
      unit,
      sub,
      category,
      series,
      measure: displayUnitOf(series.measure, order.divisionFactor, siUnit),
      total,
      buckets,
      previous: previousOf(series),
      ...measuredIn(unit, series),
      shown: async () => formatter.format(unit, formatting),
    };
  });
};

/** Every parameter of units that have several, such as analysers, as a reading of its own. */
export const readParams = async (
  context: Collecting,
  family: UnitFamily,
  wantsSeries: (series: SeriesInfo) => boolean,
): Promise<UnitReading[]> => {
  const { source, before, order } = context;
  const found = coveredUnits(context)
    .filter(({ unit }) => family.wants(unit))
    .flatMap((one) => one.unit.series.filter(wantsSeries).map((series) => ({ ...one, series })));
  const ids = found.map(({ series }) => series.id);
  const gathered = await gatherWithEstimates(context, ids);
  const previous = before ? await gatherTotals(source, ids, before.window, before.endSlot) : new Map<number, Tally>();
  const measuredIn = await measuredBy(
    context,
    found.map(({ series }) => series),
    gathered,
    previous,
  );
  return found.map(({ unit, sub, category, series }) => ({
    unit,
    sub,
    category,
    series,
    measure: displayUnitOf(series.measure, order.divisionFactor),
    ...(gathered.get(series.id) ?? nothing),
    previous: previous.get(series.id) ?? null,
    ...measuredIn(unit, series),
    shown: () => Promise.reject(new Error('a parameter has no unit of its own to show')),
  }));
};

/** The number of the report that a tally gives: the sum of a counter, the mean of a gauge, the last stock. */
export const amountOf = (
  tally: Tally | null | undefined,
  { series, measure }: Pick<UnitReading, 'series' | 'measure'>,
): number | null => {
  const value = tally ? bucketValue(tally, series.kind) : null;
  return value === null ? null : value / measure.divisor;
};
