import type { FwiResult } from '../../../contract/user/fwi.ts';
import { round } from '../../../core/round.ts';

import { type HarvestDesign, monthlyPotential, type RainRecord, runStore, storeDays } from '../rain/index.ts';
import { type DemandStep, type FormSteps, isFresh } from './steps.ts';

const DAYS_PER_YEAR = 365;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const klPerDay = (rows: readonly { klPerDay: number }[]): number => rows.reduce((sum, row) => sum + row.klPerDay, 0);

/** Demand that rain may replace, KL a day. */
const rainDemand = ({ points }: DemandStep): number => klPerDay(points.filter(({ rainSuitable }) => rainSuitable === 'yes'));

export const designOfForm = (steps: FormSteps): HarvestDesign => ({
  catchments: steps[2]?.catchments ?? [],
  storageKL: steps[3] ? steps[3].tanks.reduce((sum, { capacityKL }) => sum + capacityKL, 0) : null,
  demandKLPerDay: steps[4] ? rainDemand(steps[4]) : null,
  demandFrom: steps[4] ? 'form' : null,
});

type Turning = { turn(): Promise<void> };
type Replaced = { klPerYear: number | null; basis: FwiResult['basis'] };

/** What the rain gives in a year: by daily balance over what is known, else month by month from normals. */
const replaced = async (
  record: RainRecord,
  design: HarvestDesign,
  monthly: readonly (number | null)[],
  pace: Turning,
): Promise<Replaced> => {
  if (record.days.length >= DAYS_PER_YEAR) {
    const days = storeDays(record.days, design);
    await pace.turn();
    const { suppliedKL } = runStore(days, design.storageKL ?? 0);
    return { klPerYear: (suppliedKL * DAYS_PER_YEAR) / record.days.length, basis: 'days' };
  }
  if (monthly.includes(null)) return { klPerYear: null, basis: null };
  const useKL = design.demandKLPerDay ?? 0;
  const months = monthly.map((inKL, at) => ({ inKL, useKL: useKL * (MONTH_DAYS[at] ?? 0) }));
  // the first year fills the store that the second begins with
  const { endKL } = runStore(months, design.storageKL ?? 0);
  return { klPerYear: runStore(months, design.storageKL ?? 0, endKL).suppliedKL, basis: 'normals' };
};

/**
 * Fresh-water index = 1 - fresh / total demand once the rain is used, the fresh water it replaces, what that saves at the mean cost
 * of the fresh sources, and when the investment has paid back. Null where the form or the rain does not say.
 */
export const fwiResult = async (steps: FormSteps, record: RainRecord, currency: string, pace: Turning): Promise<FwiResult> => {
  const design = designOfForm(steps);
  await pace.turn();
  const monthly = monthlyPotential(record, design).potentialKL;
  await pace.turn();
  const { klPerYear, basis } = await replaced(record, design, monthly, pace);
  const demandKL = klPerDay(steps[4]?.points ?? []) * DAYS_PER_YEAR;
  const fresh = (steps[5]?.sources ?? []).filter(({ source }) => isFresh(source));
  const freshKL = klPerDay(fresh) * DAYS_PER_YEAR;
  const cost = freshKL > 0 ? fresh.reduce((sum, one) => sum + one.klPerDay * one.costPerKL, 0) / klPerDay(fresh) : null;
  const replacedKL = klPerYear === null ? null : Math.min(klPerYear, freshKL);
  const saving = replacedKL === null || cost === null ? null : replacedKL * cost - (steps[5]?.yearlyCost ?? 0);
  const investment = steps[5]?.investment ?? null;
  const useKL = design.demandKLPerDay ?? 0;
  const isKnown = !monthly.includes(null) && useKL > 0;
  return {
    freshIndex: replacedKL === null || demandKL <= 0 ? null : round(1 - (freshKL - replacedKL) / demandKL, 4),
    replacedKL: round(replacedKL, 2),
    saving: round(saving, 2),
    paybackYears: investment === null || saving === null || saving <= 0 ? null : round(investment / saving, 2),
    selfSufficientMonths: isKnown ? monthly.filter((inKL, at) => (inKL ?? 0) >= useKL * (MONTH_DAYS[at] ?? 0)).length : null,
    basis,
    years: basis === 'days' ? round(record.days.length / DAYS_PER_YEAR, 1) : null,
    currency,
  };
};
