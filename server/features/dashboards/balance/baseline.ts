const BASELINE_DAYS = 14;
const FEWEST_DAYS = 7;
const SMALLEST_SPREAD = 0.003;
const ALARM_Z = 3;
/** Of a normal distribution: its standard deviation by its median absolute deviation. */
const PER_MAD = 1.4826;

/** One finished day of a node: imbalance / inflow, null where the day cannot be judged. */
export type DayRatio = number | null;

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
};

/** (r - median) / max(1.4826 MAD, 0.3 %) against earlier days (docs/domain.md 7.2); null with fewer than 7 of them. */
export const robustZ = (ratio: number, before: readonly number[]): number | null => {
  if (before.length < FEWEST_DAYS) return null;
  const middle = median(before);
  const spread = PER_MAD * median(before.map((one) => Math.abs(one - middle)));
  return (ratio - middle) / Math.max(spread, SMALLEST_SPREAD);
};

/** Whether a loss has grown beyond what the baseline knows. */
export const isBaselineAlarm = (z: number | null | undefined): boolean => typeof z === 'number' && z >= ALARM_Z;

/** Baseline z of each day, in order of time: against the 14 days before it that could be judged and were not in alarm themselves. */
export const baselineZ = (days: readonly DayRatio[]): (number | null)[] => {
  const calm: number[] = [];
  return days.map((ratio) => {
    if (ratio === null) return null;
    const z = robustZ(ratio, calm.slice(-BASELINE_DAYS));
    if (!isBaselineAlarm(z)) calm.push(ratio);
    return z;
  });
};
