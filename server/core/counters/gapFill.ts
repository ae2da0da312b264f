import { code, isComplete, type SlotBlock } from '../slots.ts';

/** Up to this many missing slots (2 h) a gap is filled evenly. */
export const EVEN_SLOTS = 24;
/** Weeks back that a profile is taken from. */
export const PROFILE_WEEKS = 4;

/** Whole parts that add up to the total exactly: each is the difference of two rounded running sums. */
const share = (total: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let running = 0;
  let given = 0;
  return weights.map((weight, index) => {
    running += weight;
    const upTo = index === weights.length - 1 ? total : Math.round((total * running) / whole);
    const part = upTo - given;
    given = upTo;
    return part;
  });
};

export const spreadEvenly = (total: number, slots: number): number[] => share(total, new Array<number>(slots).fill(1));

/** A total laid out like the profile; evenly where the profile is empty or says that nothing flows. */
export const spreadByProfile = (total: number, profile: readonly number[] | null, slots: number): number[] => {
  const weights = profile?.map((value) => Math.max(0, value)) ?? [];
  return weights.some((weight) => weight > 0) ? share(total, weights) : spreadEvenly(total, slots);
};

/**
 * Mean volume, in thousandths, of the same slots of the shift day on earlier days of the same weekday; only what was measured
 * counts, so that an estimate never feeds another. A slot no day knows takes the mean of the known ones.
 * @param days the earlier days' blocks; @param places slot numbers within the day
 * @returns null where nothing is known.
 */
export const meanProfile = (days: readonly SlotBlock[], places: readonly number[]): number[] | null => {
  const means = places.map((place) => {
    const known = days.filter(({ quality }) => isComplete(quality[place] ?? code.M));
    const sum = known.reduce((total, { values }) => total + Math.round((values[place] ?? 0) * 1000), 0);
    return known.length === 0 ? null : sum / known.length;
  });
  const known = means.filter((mean) => mean !== null);
  if (known.length === 0) return null;
  const typical = known.reduce((sum, mean) => sum + mean, 0) / known.length;
  return means.map((mean) => mean ?? typical);
};
