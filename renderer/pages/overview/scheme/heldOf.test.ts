import { expect, it } from 'vitest';
import { heldOf } from './heldOf.ts';

it.each([
  ['KL', 510, 50, '255 of 510 KL'],
  ['KL', 60, 33.3, '20 of 60 KL'],
  ['KL', 0.5, 50, '0.25 of 0.5 KL'],
  ['m3', 62.5, 50, '31.3 of 62.5 m³'],
  ['L', 60_000, 33.3, '19,980 of 60,000 L'],
  ['ML', 0.06, 33.3, '0.02 of 0.06 ML'],
  ['ML', 2.55, 50, '1.275 of 2.55 ML'],
  ['ML', 12, 1, '0.12 of 12 ML'],
  ['KL', 800, 99.96, '799.7 of 800 KL'],
  ['KL', 800, 100, '800 of 800 KL'],
])('what a tank of %s holds is as exact as in kilolitres', (siUnit, maxCapacity, percent, said) => {
  expect(heldOf({ siUnit, maxCapacity }, percent)).toBe(said);
});

it('nothing is said of a tank whose level or size is not known', () => {
  expect([heldOf({ siUnit: 'KL', maxCapacity: 60 }, null), heldOf({ siUnit: 'KL' }, 50)]).toEqual([null, null]);
});
