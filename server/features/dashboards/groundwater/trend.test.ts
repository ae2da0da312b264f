import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seasonalTrend } from './trend.ts';

const pre = (...values: number[]) => values.map((value, at) => ({ season: 'pre', year: 2015 + at, value }));
const post = (...values: number[]) => values.map((value, at) => ({ season: 'post', year: 2015 + at, value }));

describe('the trend of seasonal levels', () => {
  it('is the median slope of all pairs, whatever one outlier does', () => {
    expect(seasonalTrend(pre(10, 10.5, 11, 11.5, 12)).slope).toBeCloseTo(0.5, 12);
    // pairs: 0.5 six times, 18.5 9.5 6.5 5 with the last one
    expect(seasonalTrend(pre(10, 10.5, 11, 11.5, 30)).slope).toBeCloseTo(0.5, 12);
  });

  it('is tested by Mann-Kendall: S 10 of five rising years, variance 50/3, z 2.2045, p 0.0275', () => {
    expect(seasonalTrend(pre(1, 2, 3, 4, 5)).p).toBeCloseTo(0.02749, 4);
    // 3 rises and 2 falls less than rises: S = 4, z = 3 / sqrt(50/3)
    expect(seasonalTrend(pre(1, 3, 2, 5, 4)).p).toBeCloseTo(0.2207, 3);
  });

  it('takes ties off the variance', () => {
    // S = 9 of 1 2 2 4 5; variance (5 4 15 - 2 1 9) / 18 = 15.667; z = 2.0212
    expect(seasonalTrend(pre(1, 2, 2, 4, 5)).p).toBeCloseTo(0.0433, 3);
    expect(seasonalTrend(pre(3, 3, 3, 3, 3))).toEqual({ slope: 0, p: 1, years: 5 });
  });

  it('is not known below five years of a season', () => {
    expect(seasonalTrend(pre(1, 2, 3, 4))).toEqual({ slope: null, p: null, years: 4 });
    expect(seasonalTrend([])).toEqual({ slope: null, p: null, years: 0 });
  });

  it('never pairs one season with the other', () => {
    const both = seasonalTrend([...pre(10, 10.1, 10.2, 10.3, 10.4), ...post(4, 4.1, 4.2, 4.3, 4.4)]);
    expect(both.slope).toBeCloseTo(0.1, 12);
    const few = seasonalTrend([...pre(10, 10.1, 10.2, 10.3, 10.4), ...post(9, 1)]);
    expect(few.slope).toBeCloseTo(0.1, 12);
  });

  it('counts years that are missing as time', () => {
    const values = [2015, 2016, 2018, 2020, 2021].map((year) => ({ season: 'pre', year, value: year * 0.2 }));
    expect(seasonalTrend(values).slope).toBeCloseTo(0.2, 9);
  });

  it('turns its sign with the levels, and does not depend on their order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 80, noNaN: true }), { minLength: 5, maxLength: 12 }), (levels) => {
        const forward = seasonalTrend(pre(...levels));
        const mirrored = seasonalTrend(pre(...levels.map((level) => -level)));
        const shuffled = seasonalTrend(pre(...levels).reverse());
        expect(mirrored.slope).toBeCloseTo(-(forward.slope ?? 0), 9);
        expect(mirrored.p).toBeCloseTo(forward.p ?? 0, 9);
        expect(shuffled).toEqual(forward);
      }),
      { numRuns: 50 },
    );
  });
});
