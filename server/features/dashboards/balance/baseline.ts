import { MAD_TO_SIGMA, median } from '../../../core/statistics.ts';
import type { Balance } from './nodeBalance.ts';

const BASELINE_DAYS = 14;
const FEWEST_DAYS = 7;
const SMALLEST_SPREAD = 0.003;
const ALARM_Z = 3;

/** On a day with less than this part of the usual inflow, a ratio to it says more of the meters' counts than of a loss. */
const LEAST_PART = 0.2;

/** One finished day of a node, in litres; null where the day cannot be evaluated. */
export type DayBalance = { imbalanceL: number; inflowL: number } | null;

export const dayBalanceOf = ({ status, imbalanceL, inflowL }: Pick<Balance, 'status' | 'imbalanceL' | 'inflowL'>): DayBalance =>
  status === 'incomplete' || status === 'undetermined' || imbalanceL === null || inflowL === null || inflowL <= 0
    ? null
    : { imbalanceL, inflowL };

/** (r - median) / max(1.4826 MAD, 0.3 %) against earlier days (docs/domain.md 7.2); null with fewer than 7 of them. */
export const robustZ = (ratio: number, before: readonly number[]): number | null => {
  if (before.length < FEWEST_DAYS) return null;
  const middle = median(before) ?? 0;
  const spread = MAD_TO_SIGMA * (median(before.map((one) => Math.abs(one - middle))) ?? 0);
  return (ratio - middle) / Math.max(spread, SMALLEST_SPREAD);
};

/** Whether a loss has grown beyond what the baseline knows. */
export const isBaselineAlarm = (z: number | null | undefined): boolean => typeof z === 'number' && z >= ALARM_Z;

/**
 * Baseline z of each day, in order of time: against the 14 days before it that could be evaluated and were not in alarm themselves; null
 * on a day with hardly any inflow.
 */
export const baselineZ = (days: readonly DayBalance[]): (number | null)[] => {
  const calm: number[] = [];
  const usualL = median(days.flatMap((day) => (day ? [day.inflowL] : []))) ?? 0;
  return days.map((day) => {
    if (day === null || day.inflowL <= usualL * LEAST_PART) return null;
    const ratio = day.imbalanceL / day.inflowL;
    const z = robustZ(ratio, calm.slice(-BASELINE_DAYS));
    if (!isBaselineAlarm(z)) calm.push(ratio);
    return z;
  });
};
