import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placesBeside, placesNotZero, writtenShare } from './besideMarks.ts';

const shown = (value: number, places: number): string => value.toFixed(places);
const inCents = (most: number) => fc.integer({ min: -most, max: most }).map((n) => n / 100);

it('a value beside a limit has as many places as make it read as another, on its own side', () => {
  expect([
    placesBeside(2.504, [2.5], 2),
    placesBeside(2.5, [2.5], 2),
    placesBeside(2.6, [2.5], 1),
    placesBeside(2.4996, [2.5], 2),
    placesBeside(1000.4, [1000], 0),
    placesBeside(7, [6.996, 7.0004], 2),
    placesBeside(null, [2.5], 1),
    placesBeside(2.505, [2.51], 2),
    placesBeside(0.0501, [0.05], 2),
  ]).toEqual([3, 2, 1, 4, 1, 4, 1, 3, 4]);
});

it('noise of single precision gives no digits that were never measured', () => {
  for (const limit of [0.023, 2.3, 23.1, 230.1, 1000.1, 4321.7]) {
    expect(placesBeside(Math.fround(limit), [limit], 1)).toBe(1);
    expect(placesBeside(limit, [Math.fround(limit)], 2)).toBe(2);
  }
});

it('a value of any size stands to its limit in writing as it stands in truth', () => {
  fc.assert(
    fc.property(
      inCents(99_999),
      fc.integer({ min: -9999, max: 9999 }),
      fc.integer({ min: 0, max: 2 }),
      (limit, thousandths, least) => {
        const value = Number((limit + thousandths / 1000).toFixed(3));
        const places = placesBeside(value, [limit], least);
        expect(Math.sign(Number(shown(value, places)) - Number(shown(limit, places)))).toBe(Math.sign(value - limit));
        expect(places).toBeGreaterThanOrEqual(least);
        expect(places).toBeLessThanOrEqual(3);
        // no more than are needed
        const fewer = places - 1;
        if (fewer >= least) expect(placesBeside(Number(value.toFixed(9)), [limit], fewer)).toBe(places);
      },
    ),
  );
});

it('both ends of a band are told from the value at once', () => {
  fc.assert(
    fc.property(inCents(9999), inCents(9999), inCents(9999), (value, low, high) => {
      const places = placesBeside(value, [low, high], 0);
      for (const end of [low, high])
        expect(Math.sign(Number(shown(value, places)) - Number(shown(end, places)))).toBe(Math.sign(value - end));
    }),
  );
});

it('a share that has not reached 100 % is below it, one beyond is above it, with one place more at most', () => {
  expect([99.6, 99.97, 99.4, 100, 100.004, 100.4, 0, 0.3, 0.04, 55.5].map((percent) => writtenShare(percent, 0))).toEqual([
    { percent: 99.6, places: 1 },
    { percent: 99.9, places: 1 },
    { percent: 99.4, places: 0 },
    { percent: 100, places: 0 },
    { percent: 100.1, places: 1 },
    { percent: 100.4, places: 1 },
    { percent: 0, places: 0 },
    { percent: 0.3, places: 1 },
    { percent: 0.04, places: 2 },
    { percent: 55.5, places: 0 },
  ]);
  fc.assert(
    fc.property(fc.double({ min: 1e-4, max: 250, noNaN: true }), fc.integer({ min: 0, max: 2 }), (percent, least) => {
      const { percent: written, places } = writtenShare(percent, least);
      const reads = Number(shown(written, places));
      expect(Math.sign(reads - 100)).toBe(Math.sign(percent - 100));
      expect(reads).toBeGreaterThan(0);
      if (percent >= 1) expect(places).toBeLessThanOrEqual(Math.max(1, least));
      expect(Math.abs(reads - percent)).toBeLessThanOrEqual(1);
    }),
  );
});

it('what is not nothing does not read as 0', () => {
  expect([0.3, 0.34, 0.6, 0.004, 0, 1e-9, -0.2].map((value) => placesNotZero(value, 0))).toEqual([1, 1, 0, 3, 0, 6, 1]);
});
