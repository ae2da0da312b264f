import { slopeThrough } from '../../../core/statistics.ts';
import type { NormalizedPct } from './normalize.ts';

export type Advice = 'none' | 'watch' | 'clean';

/** Change against the reference for the worse, in percent of it. */
const bands = {
  permeateFlow: { sign: -1, watch: 5, clean: 10 },
  saltPassage: { sign: 1, watch: 5, clean: 10 },
  differentialPressure: { sign: 1, watch: 10, clean: 15 },
} as const satisfies Record<keyof NormalizedPct, { sign: 1 | -1; watch: number; clean: number }>;
type Quantity = keyof typeof bands;
const quantities = Object.keys(bands) as Quantity[];

const worseBy = (pct: NormalizedPct, quantity: Quantity): number => bands[quantity].sign * (pct[quantity] - 100);

/** The worst of the three decides. */
export const adviceFor = (pct: NormalizedPct): Advice => {
  if (quantities.some((quantity) => worseBy(pct, quantity) >= bands[quantity].clean)) return 'clean';
  return quantities.some((quantity) => worseBy(pct, quantity) >= bands[quantity].watch) ? 'watch' : 'none';
};

const FEWEST_DAYS = 5;
const LONGEST_DAYS = 365;

/**
 * Days from the last point until the first quantity reaches its trigger, if all go on as they did; 0 where one has.
 * @param days oldest first, of one stretch between cleanings.
 * @returns null on fewer than 5 days, when nothing gets worse, or beyond a year.
 */
export const daysToClean = (days: readonly { day: number; pct: NormalizedPct }[]): number | null => {
  const last = days.at(-1);
  if (!last) return null;
  if (adviceFor(last.pct) === 'clean') return 0;
  if (days.length < FEWEST_DAYS) return null;
  const ends = quantities.flatMap((quantity) => {
    const slope = slopeThrough(days.map(({ day, pct }) => ({ x: day, y: worseBy(pct, quantity) })));
    return slope !== null && slope > 0 ? [(bands[quantity].clean - worseBy(last.pct, quantity)) / slope] : [];
  });
  const soonest = Math.min(...ends);
  return soonest <= LONGEST_DAYS ? soonest : null;
};
