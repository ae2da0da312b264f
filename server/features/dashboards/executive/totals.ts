import type { ExecKpi, ExecutiveSummary } from '../../../contract/user/executiveSummary.ts';
import {
  addParts,
  type Complete,
  compareOf,
  joinGroups,
  type KpiParts,
  kpiNames,
  kpiValue,
  nothing,
  type Pairs,
} from './parts.ts';

/** What is added up of a plant. */
export type SummedPlant = {
  currency: string;
  now: KpiParts;
  before: KpiParts;
  complete: Complete;
  pairs: Pairs;
  intensityUnit: string | undefined;
  /** What its water ratio is a ratio of. */
  ratioPer: string;
};

/** Percent, of one figure of some plants. */
export const completenessOf = (kpi: ExecKpi, plants: readonly Complete[], ofAll: number): number => {
  const own = plants.flatMap((complete) => complete[kpi] ?? []);
  return (own.length > 0 ? kpiValue('completenessPct', addParts('completenessPct', own)) : null) ?? ofAll;
};

/** Whether the water ratios that are known of plants are ratios of the same things. */
const areRatiosAlike = (plants: readonly SummedPlant[]): boolean => {
  const known = plants.filter(({ now, before }) => now.waterRatio.top !== null || before.waterRatio.top !== null);
  return new Set(known.map(({ ratioPer }) => ratioPer)).size <= 1;
};

/** Sums of plants; what is counted in different units or currencies, or by different things, does not add up. */
export const totalsOf = (plants: readonly SummedPlant[]): ExecutiveSummary['totals'] => {
  const unitOf = (kpi: ExecKpi): string | null | undefined => {
    if (kpi === 'waterRatio') return areRatiosAlike(plants) ? undefined : null;
    if (kpi !== 'savingCost' && kpi !== 'intensity') return undefined;
    const units = new Set(plants.flatMap((plant) => (kpi === 'savingCost' ? plant.currency : (plant.intensityUnit ?? []))));
    return units.size > 1 ? null : [...units][0];
  };
  const of = (kpi: ExecKpi, side: 'now' | 'before') =>
    addParts(
      kpi,
      plants.map((plant) => plant[side][kpi]),
    );
  const completeness = kpiValue('completenessPct', of('completenessPct', 'now')) ?? 0;
  return Object.fromEntries(
    kpiNames.map((kpi) => {
      const unit = unitOf(kpi);
      const [now, before] = unit === null ? [nothing, nothing] : [of(kpi, 'now'), of(kpi, 'before')];
      const pairs = joinGroups(plants.map((plant) => plant.pairs[kpi] ?? []));
      const own = completenessOf(
        kpi,
        plants.map(({ complete }) => complete),
        completeness,
      );
      return [kpi, compareOf(kpi, { now, before, pairs, completeness: own, ...(typeof unit === 'string' && { unit }) })];
    }),
  ) as ExecutiveSummary['totals'];
};
