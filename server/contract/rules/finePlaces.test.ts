import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finePlaces, placesOfLimits } from './finePlaces.ts';

it('a small value keeps two digits, six places at most, and no value fewer than its unit', () => {
  expect([0.006, 0.0999, 0.1, 12.5, 0, 1e-9].map((value) => finePlaces(value, 2))).toEqual([4, 3, 2, 2, 2, 6]);
  fc.assert(
    fc.property(fc.double({ min: 1e-5, max: 1e6, noNaN: true }), fc.integer({ min: 0, max: 3 }), (value, places) => {
      const shown = Number(value.toFixed(finePlaces(value, places)));
      expect(Math.abs(shown - value)).toBeLessThanOrEqual(value / 19.9);
    }),
  );
});

it('limits have the places that they were entered with', () => {
  expect([
    placesOfLimits([0.005, 1]),
    placesOfLimits([null, 6.5]),
    placesOfLimits([undefined], 1),
    placesOfLimits([1 / 3]),
  ]).toEqual([3, 2, 1, 6]);
});
