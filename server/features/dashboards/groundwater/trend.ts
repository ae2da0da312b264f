import { median, normalTail } from '../../../core/statistics.ts';

/** One value of each year, by season; a year without a value is left out. */
export type SeasonValue = { season: string; year: number; value: number };

export type SeasonTrend = {
  /** Value per year. */
  slope: number | null;
  /** Probability that a series without a trend looks at least as much like one; two-sided. */
  p: number | null;
  /** Years of the season that has the most. */
  years: number;
};

const FEWEST_YEARS = 5;

/** Variance of S of one season, with the correction for ties: [n(n-1)(2n+5) - sum t(t-1)(2t+5)] / 18. */
const varianceOf = (values: readonly number[]): number => {
  const spread = (n: number): number => n * (n - 1) * (2 * n + 5);
  const ties = [...Map.groupBy(values, (value) => value).values()].reduce((sum, same) => sum + spread(same.length), 0);
  return (spread(values.length) - ties) / 18;
};

/**
 * Sen's slope and the Mann-Kendall test, pairs within a season only (Hirsch, Slack and Smith 1982; with one season the plain
 * ones). Seasons with fewer than five years are left out; null where none is left.
 */
export const seasonalTrend = (values: readonly SeasonValue[]): SeasonTrend => {
  const seasons = [...Map.groupBy(values, ({ season }) => season).values()];
  const years = Math.max(0, ...seasons.map(({ length }) => length));
  const slopes: number[] = [];
  let [s, variance] = [0, 0];
  for (const season of seasons) {
    if (season.length < FEWEST_YEARS) continue;
    const ordered = season.toSorted((a, b) => a.year - b.year);
    for (const [at, late] of ordered.entries())
      for (const early of ordered.slice(0, at)) {
        slopes.push((late.value - early.value) / (late.year - early.year));
        s += Math.sign(late.value - early.value);
      }
    variance += varianceOf(ordered.map(({ value }) => value));
  }
  if (slopes.length === 0) return { slope: null, p: null, years };
  const z = variance > 0 ? Math.max(0, Math.abs(s) - 1) / Math.sqrt(variance) : 0;
  return { slope: median(slopes), p: z > 0 ? Math.min(1, 2 * normalTail(z)) : 1, years };
};
