import type { Compare } from '../../../contract/plant/overview.ts';
import { targetStatus } from '../../../contract/rules/targetStatus.ts';
import type { ExecKpi } from '../../../contract/user/executiveSummary.ts';
import { round } from '../../../core/round.ts';
import { areComparable, type ComparedPair, changePct, roundShare } from '../../../historian/index.ts';

/** One KPI of one plant as the sums that it is made of, so that several plants add up; `bottom` is null where it is no ratio. */
export type KpiPart = { top: number | null; bottom: number | null };
export type KpiParts = Record<ExecKpi, KpiPart>;
/** Of figures that are sums of meters: how complete those are; all others are as complete as the plant's data. */
export type Complete = Partial<Record<ExecKpi, KpiPart>>;
/**
 * What is behind figures, as it was measured in both windows: of a sum its meters together, of a ratio in groups that are each held
 * against themselves. A loss is none where the balance is not complete, and is compared as it is.
 */
export type Pairs = Partial<Record<ExecKpi, PairGroups>>;
export type PairGroups = readonly (readonly ComparedPair[])[];
export type Targets = Partial<Record<ExecKpi, number>>;

type Rule = { unit: string; places: number; factor: number; ratio: boolean; better?: 'low' | 'high' };
const sum = (unit: string, better?: 'low' | 'high'): Rule => ({
  unit,
  places: 2,
  factor: 1,
  ratio: false,
  ...(better && { better }),
});
const ratio = (unit: string, factor: number, places: number, better?: 'low' | 'high'): Rule => ({
  unit,
  places,
  factor,
  ratio: true,
  ...(better && { better }),
});

const rules: Record<ExecKpi, Rule> = {
  withdrawalKL: sum('KL', 'low'),
  freshKL: sum('KL'),
  recycledPct: ratio('%', 100, 1),
  groundwaterKL: sum('KL', 'low'),
  // with production entered its own unit: KL/tonne
  intensity: ratio('KL/unit of product', 1, 3),
  waterRatio: ratio('', 1, 2),
  neutralityIndex: ratio('', 1, 3, 'high'),
  lossPct: ratio('%', 100, 1),
  roRecoveryPct: ratio('%', 100, 1, 'high'),
  secKWhPerKL: ratio('kWh/KL', 1, 3),
  qualityCompliancePct: ratio('%', 100, 1),
  completenessPct: ratio('%', 100, 1, 'high'),
  savingKL: sum('KL'),
  savingCost: sum(''),
};
export const kpiNames = Object.keys(rules) as ExecKpi[];

export const nothing: KpiPart = { top: null, bottom: null };

/** Ratios from sums; null where the sum below is not above zero. */
const exactValue = (kpi: ExecKpi, { top, bottom }: KpiPart): number | null => {
  const { ratio: isRatio, factor } = rules[kpi];
  if (top === null || !isRatio) return top;
  return bottom === null || bottom <= 0 ? null : (factor * top) / bottom;
};

/** Says whether all of something was so, and is 100 % then alone. */
const isOfWhole = (kpi: ExecKpi): boolean => kpi === 'completenessPct' || kpi === 'qualityCompliancePct';

/** As it is shown. */
export const kpiValue = (kpi: ExecKpi, part: KpiPart): number | null => {
  const value = exactValue(kpi, part);
  return isOfWhole(kpi) ? roundShare(value) : round(value, rules[kpi].places);
};

/** Of several plants; one of which a sum is not known is left out of both sums. */
export const addParts = (kpi: ExecKpi, parts: readonly KpiPart[]): KpiPart => {
  const known = parts.filter(({ top, bottom }) => top !== null && (!rules[kpi].ratio || bottom !== null));
  if (known.length === 0) return nothing;
  return {
    top: known.reduce((total, { top }) => total + (top ?? 0), 0),
    bottom: known.reduce((total, { bottom }) => total + (bottom ?? 0), 0),
  };
};

/** The groups of several plants: the first of each together, and so on. */
export const joinGroups = (plants: readonly PairGroups[]): PairGroups =>
  Array.from({ length: Math.max(0, ...plants.map(({ length }) => length)) }, (_, at) =>
    plants.flatMap((groups) => groups[at] ?? []),
  );

/** @param unit in place of the KPI's own, where it depends on the plant. */
export const compareOf = (
  kpi: ExecKpi,
  {
    now,
    before,
    completeness,
    target,
    unit,
    pairs = [],
  }: {
    now: KpiPart;
    before: KpiPart;
    completeness: number;
    target?: number;
    unit?: string;
    pairs?: PairGroups | undefined;
  },
): Compare => {
  const [value, previous] = [kpiValue(kpi, now), kpiValue(kpi, before)];
  return {
    value,
    unit: unit ?? rules[kpi].unit,
    completeness,
    previous,
    // of what is, not of what is shown of it
    changePct: pairs.every(areComparable) ? changePct(exactValue(kpi, now), exactValue(kpi, before)) : null,
    ...(target !== undefined && { target, status: targetStatus(value, target, completeness, rules[kpi].better) }),
  };
};
