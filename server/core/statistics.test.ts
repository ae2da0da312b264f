import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chiSquareTail, mean, median, normalTail, quantile } from './statistics.ts';

const number = fc.double({ min: -1e9, max: 1e9, noNaN: true });
const some = fc.array(number, { minLength: 1, maxLength: 30 });
const shares = [0, 0.25, 0.5, 0.95, 1];

describe('the median', () => {
  it('has as many values below it as above it', () => {
    fc.assert(
      fc.property(some, (values) => {
        const middle = median(values) ?? Number.NaN;
        const half = values.length / 2;
        expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(half);
        expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(half);
      }),
    );
  });

  it('is the middle one, or the mean of the two in the middle; of none it is not known', () => {
    expect([median([3, 1, 2]), median([10, 9, 100, 1]), median([7]), median([])]).toEqual([2, 9.5, 7, null]);
  });

  it('leaves its values in their order', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('the mean', () => {
  it('is as far from those above as from those below', () => {
    fc.assert(
      fc.property(some, (values) => {
        const middle = mean(values) ?? Number.NaN;
        const off = values.reduce((sum, value) => sum + (value - middle), 0);
        expect(Math.abs(off)).toBeLessThanOrEqual(1e-3);
      }),
    );
  });

  it('of none is not known', () => expect([mean([]), mean([1, 2, 6])]).toEqual([null, 3]));
});

describe('a quantile', () => {
  it('is one of the values, grows with its share and has that share below it at most', () => {
    fc.assert(
      fc.property(some, (values) => {
        const sorted = values.toSorted((a, b) => a - b);
        const found = shares.map((share) => quantile(sorted, share) ?? Number.NaN);
        expect(found).toEqual(found.toSorted((a, b) => a - b));
        for (const [i, value] of found.entries()) {
          expect(sorted).toContain(value);
          const below = sorted.filter((one) => one < value).length;
          expect(below).toBeLessThanOrEqual((shares[i] ?? 0) * sorted.length);
        }
      }),
    );
  });

  it('of none is not known', () => expect(quantile([], 0.5)).toBeNull());
});

describe('the normal distribution', () => {
  // printed tables
  it.each([
    [0, 0.5],
    [1, 0.158655],
    [1.96, 0.024998],
    [2.5758, 0.005],
    [4, 0.0000317],
  ])('beyond %d is %d', (z, tail) => expect(normalTail(z)).toBeCloseTo(tail, 6));
});

describe('the tail of chi-square', () => {
  // printed tables: what is exceeded with these probabilities
  it.each([
    [3.841, 1, 0.05],
    [6.635, 1, 0.01],
    [5.991, 2, 0.05],
    [18.307, 10, 0.05],
    [23.209, 10, 0.01],
    [43.773, 30, 0.05],
    [79.082, 60, 0.05],
    [46.459, 60, 0.9],
  ])('beyond %d with %d degrees of freedom is %d', (statistic, degrees, tail) => {
    expect(chiSquareTail(statistic, degrees)).toBeCloseTo(tail, 4);
  });

  it('of two degrees of freedom is exp(-x/2), near and far', () => {
    for (const x of [0.01, 1, 3, 10, 60, 400]) expect(chiSquareTail(x, 2) / Math.exp(-x / 2)).toBeCloseTo(1, 9);
  });

  it('is 1 at 0', () => {
    expect(chiSquareTail(0, 5)).toBe(1);
  });
});
