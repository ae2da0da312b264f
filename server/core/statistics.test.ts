import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chiSquareTail, mean, median, normalTail, quantile, slopeOf, slopeSigma, slopeThrough } from './statistics.ts';

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

  it('is the first value that has the whole share below it', () => {
    const ten = Array.from({ length: 10 }, (_, at) => at + 1);
    expect([0, 0.09, 0.1, 0.5, 0.95, 0.999, 1].map((share) => quantile(ten, share))).toEqual([1, 1, 2, 6, 10, 10, 10]);
    expect([0, 0.5, 1].map((share) => quantile([7], share))).toEqual([7, 7, 7]);
  });
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

  // exact: exp(-x/2) times the sum of (x/2)^k/k! for even degrees of freedom; each further two of odd ones add a term to 1 and 3
  it('is exact to ten digits for even degrees of freedom, on both sides of their middle', () => {
    for (const degrees of [2, 4, 6, 10, 20, 50, 100])
      for (const part of [0.01, 0.3, 0.8, 0.99, 1, 1.01, 1.04, 1.5, 3]) {
        const half = (part * degrees) / 2;
        let [term, sum] = [1, 1];
        for (let k = 1; k < degrees / 2; k += 1) {
          term *= half / k;
          sum += term;
        }
        expect(chiSquareTail(2 * half, degrees)).toBeCloseTo(Math.exp(-half) * sum, 10);
      }
  });

  it.each([
    [0.1, 1, 0.7518296340458492],
    [1, 1, 0.31731050786291415],
    [9, 1, 0.00269979606326],
    [1, 3, 0.8012519569012009],
    [9, 3, 0.0292908865348883],
  ])('beyond %d with the odd %d degrees of freedom is %d', (statistic, degrees, tail) => {
    expect(chiSquareTail(statistic, degrees)).toBeCloseTo(tail, 10);
  });

  it('is 1 below 0', () => {
    expect(chiSquareTail(-1, 5)).toBe(1);
  });

  it('is 1 at 0', () => {
    expect(chiSquareTail(0, 5)).toBe(1);
  });
});

describe('the slope of least squares', () => {
  it('is that of a line, whatever is missing of it and wherever it begins', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -50, max: 50 }),
        number,
        fc.uniqueArray(fc.nat(29), { maxLength: 25 }),
        (rise, start, missing) => {
          const line = Array.from({ length: 30 }, (_, at) => (missing.includes(at) ? Number.NaN : start + rise * at));
          expect(slopeOf(line, 3)).toBeCloseTo(rise, 3);
          expect(slopeOf([7, -7, ...line, 900], 3, 2, 32)).toBe(slopeOf(line, 3));
          const points = line.flatMap((y, x) => (Number.isNaN(y) ? [] : [{ x, y }]));
          expect(slopeThrough(points)).toBeCloseTo(rise, 3);
        },
      ),
    );
  });

  it('is not known of fewer values than are asked for, nor of points at one place', () => {
    expect([slopeOf([1, 2], 3), slopeOf([1, Number.NaN, 2], 3), slopeOf([1, 2, 4], 3)]).toEqual([null, null, 1.5]);
    expect([
      slopeThrough([]),
      slopeThrough([
        { x: 1, y: 1 },
        { x: 1, y: 5 },
      ]),
    ]).toEqual([null, null]);
  });

  it('of scattered points is nearest to them', () => {
    expect(slopeOf([0, 2, 1, 3], 3)).toBeCloseTo(0.8, 12);
    expect(slopeThrough([0, 2, 1, 3].map((y, x) => ({ x: 10 * x, y })))).toBeCloseTo(0.08, 12);
  });
});

describe('how sure a slope is', () => {
  it('is the deviation of the slope of readings that scatter by 1', () => {
    // two readings: their difference, and so the slope, scatters by the root of 2; the sum of squares about the middle of 3 and 5 is 2 and 10
    expect(slopeSigma(2)).toBeCloseTo(Math.SQRT2, 12);
    expect(slopeSigma(3)).toBeCloseTo(1 / Math.sqrt(2), 12);
    expect(slopeSigma(5)).toBeCloseTo(1 / Math.sqrt(10), 12);
  });
});

it('the slope of exactly as many values as are asked for is known, and of a part of a series counts from its own begin', () => {
  expect([slopeOf([1, 3], 2), slopeOf([1, 3, 9], 3, 1), slopeOf([1, 3, 9], 2, 1), slopeOf([1, 3, 9, 0], 2, 0, 2)]).toEqual([
    2,
    null,
    6,
    2,
  ]);
  expect(slopeOf([5], 1)).toBeNull();
});
