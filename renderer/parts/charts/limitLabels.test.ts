import fc from 'fast-check';
import { expect, it } from 'vitest';
import { labelPlaces, labelPx } from './limitLabels.ts';

const within = { top: 14, bottom: 200 };

it('limits that are far apart have their labels where they are', () => {
  expect(labelPlaces([150, 40, 90], within)).toEqual([150, 40, 90]);
});

it('limits at nearly the same height have theirs below one another, in their order', () => {
  expect(labelPlaces([60, 58, 61], within)).toEqual([72, 58, 86]);
});

it('at the lower edge they are pushed up, at the upper edge down', () => {
  expect(labelPlaces([198, 260, 199], within)).toEqual([172, 200, 186]);
  expect(labelPlaces([2, -30], within)).toEqual([28, 14]);
});

it('no two of any limits are written over each other, nor beyond the picture', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 900 }), { maxLength: 12 }), (wanted) => {
      const places = labelPlaces(wanted, within);
      const sorted = places.toSorted((a, b) => a - b);
      for (const [at, place] of sorted.entries()) {
        expect(place).toBeGreaterThanOrEqual(within.top);
        expect(place).toBeLessThanOrEqual(within.bottom);
        if (at > 0) expect(place - (sorted[at - 1] ?? 0)).toBeGreaterThanOrEqual(labelPx);
      }
    }),
  );
});
