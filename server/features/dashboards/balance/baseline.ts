import { median } from '../../../core/statistics.ts';

const BASELINE_DAYS = 14;
const FEWEST_DAYS = 7;
const SMALLEST_SPREAD = 0.003;
const ALARM_Z = 3;
/** Of a normal distribution: its standard deviation by its median absolute deviation. */
const PER_MAD = 1.4826;

/** One finished day of a node: imbalance / inflow, null where the day cannot be evaluated. */
export type DayRatio = number | null;

/** (r - median) / max(1.4826 MAD, 0.3 %) against earlier days (docs/domain.md 7.2); null with fewer than 7 of them. */
export const robustZ = (ratio: number, before: readonly number[]): number | null => {
  if (before.length < FEWEST_DAYS) return null;
  const middle = median(before) ?? 0;
  const spread = PER_MAD * (median(before.map((one) => Math.abs(one - middle))) ?? 0);
  return (ratio - middle) / Math.max(spread, SMALLEST_SPREAD);
};

/** Whether a loss has grown beyond what the baseline knows. */
export const isBaselineAlarm = (z: number | null | undefined): boolean => typeof z === 'number' && z >= ALARM_Z;

/** Baseline z of each day, in order of time: against the 14 days before it that could be evaluated and were not in alarm themselves. */
export const baselineZ = (days: readonly DayRatio[]): (number | null)[] => {
  const calm: number[] = [];
  return days.map((ratio) => {
    if (ratio === null) return null;
    const z = robustZ(ratio, calm.slice(-BASELINE_DAYS));
    if (!isBaselineAlarm(z)) calm.push(ratio);
    return z;
  });
};
