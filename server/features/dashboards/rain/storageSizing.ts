/** What the catchments give and what is wanted of it on one day, KL; null where the rain of the day is not known. */
export type StoreDay = { inKL: number | null; useKL: number };

export type StoreRun = {
  /** Days on which the whole use was met, percent of the days that used water; null of none. */
  reliabilityPct: number | null;
  suppliedKL: number;
  spilledKL: number;
  endKL: number;
};

/**
 * Daily balance S = min(cap, max(0, S + in - use)): the day's rain goes in before the day's use goes out, and what is above the
 * capacity spills. A day whose rain is not known leaves the store as it is and counts for nothing.
 */
export const runStore = (days: readonly StoreDay[], capacityKL: number, startKL = 0): StoreRun => {
  let [stored, supplied, spilled, met, asked] = [Math.min(startKL, capacityKL), 0, 0, 0, 0];
  for (const { inKL, useKL } of days) {
    if (inKL === null) continue;
    const there = stored + inKL;
    const used = Math.min(there, useKL);
    supplied += used;
    if (useKL > 0) {
      asked += 1;
      if (there >= useKL) met += 1;
    }
    stored = Math.min(capacityKL, there - used);
    spilled += there - used - stored;
  }
  return { reliabilityPct: asked > 0 ? (100 * met) / asked : null, suppliedKL: supplied, spilledKL: spilled, endKL: stored };
};

/** Of what a store without limits would supply. */
const ENOUGH = 0.95;
/** Sums of the same kilolitres in another order differ by less. */
const ROUNDING = 1 - 1e-12;

/**
 * The smallest store, in whole kilolitres, that supplies 95 % of what one without limits would; null where nothing could be
 * supplied. Gives way between its runs.
 */
export const recommendedStorageKL = async (
  days: readonly StoreDay[],
  pace: { turn(): Promise<void> },
): Promise<number | null> => {
  const total = days.reduce((sum, { inKL }) => sum + (inKL ?? 0), 0);
  const wanted = ENOUGH * ROUNDING * runStore(days, Number.POSITIVE_INFINITY).suppliedKL;
  if (wanted <= 0) return null;
  // a larger store never supplies less
  let [low, high] = [0, Math.ceil(total)];
  while (low < high) {
    await pace.turn();
    const middle = Math.floor((low + high) / 2);
    if (runStore(days, middle).suppliedKL >= wanted) high = middle;
    else low = middle + 1;
  }
  return high;
};
