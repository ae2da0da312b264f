import type { Series } from '../../../contract/model/common.ts';
import type { ExecKpi, ExecutiveSummary } from '../../../contract/user/executiveSummary.ts';
import { gather, type ServingContext, type Tally, toKilo, type Window } from '../../../historian/index.ts';
import type { Industry } from '../../../plantModel/index.ts';
import { addGathered, graphOf, TariffRates } from '../../readings/index.ts';
import type { CountedMeter, MetersByUse } from './water.ts';

const MOST_UNITS = 50;
const PLACES = 2;

/** The meters behind the KPIs that can be drawn and compared. */
const metersOf = (water: MetersByUse): Partial<Record<ExecKpi, CountedMeter[]>> => ({
  withdrawalKL: water.withdrawal,
  freshKL: water.fresh,
  groundwaterKL: water.ground,
});

export type ExecComparison = {
  industryId: string;
  water: MetersByUse;
  totals: ReadonlyMap<number, Tally>;
  trend: Partial<Record<ExecKpi, Series>>;
};

/** A line per KPI over the window's buckets, KL. */
export const trendOf = async (
  { id, name }: Industry,
  water: MetersByUse,
  window: Window,
  source: ServingContext,
): Promise<ExecComparison['trend']> => {
  const ids = [...new Set(water.withdrawal.map(({ series }) => series.id))];
  const gathered = await gather(source, ids, window);
  const context = {
    source,
    window,
    gathered,
    divisionFactor: 1000,
    siUnit: 'KL',
    nowMs: source.nowMs,
    unitOf: source.unitOf,
    rates: new TariffRates(source.tariffs),
  };
  return Object.fromEntries(
    Object.entries(metersOf(water)).flatMap(([kpi, meters]) => {
      const series = meters.map((meter) => meter.series);
      if (series.length === 0) return [];
      return [[kpi, graphOf({ key: id, name }, series[0], addGathered(series, gathered, window.buckets.length), context)]];
    }),
  );
};

/** Units of several plants, the largest first; units of which nothing is known are left out. */
export const rankedUnits = (
  plants: readonly ExecComparison[],
  kpi: ExecKpi,
): ExecutiveSummary['unitComparison'][number]['items'] =>
  plants
    .flatMap(({ industryId, water, totals }) =>
      (metersOf(water)[kpi] ?? []).flatMap(({ unit, series }) => {
        const litres = totals.get(series.id)?.sum ?? null;
        return litres === null
          ? []
          : [{ litres, item: { industryId, unitId: unit.id, name: unit.name, value: toKilo(litres, PLACES) } }];
      }),
    )
    .toSorted((a, b) => b.litres - a.litres)
    .slice(0, MOST_UNITS)
    .map(({ item }) => item);
