import { expect, it } from 'vitest';
import type { TankShape } from '../../../../server/contract/model/units.ts';
import { heldOtherwise } from './capacity.ts';

const round: TankShape = { shape: 'vertical_cylinder', diameter: 10, height: 6.5 };

it('a capacity that is no whole volume of the shape is said with both figures and what the brim is shown as', () => {
  expect(heldOtherwise(800, round)).toEqual({
    capacityKL: 800,
    fullM3: expect.closeTo(510.51, 2),
    brimPct: expect.closeTo(63.8, 1),
  });
  expect(heldOtherwise(400, round)?.brimPct).toBeCloseTo(127.6, 1);
});

it('what differs by no more than a part in a hundred is rounded, and says nothing', () => {
  expect(heldOtherwise(510, round)).toBeNull();
  expect(heldOtherwise(515, round)).toBeNull();
  expect(heldOtherwise(516, round)).not.toBeNull();
});

it('a strap table holds what its last row says', () => {
  const table: TankShape = {
    shape: 'table',
    rows: [
      [0, 0],
      [2.5, 900],
    ],
  };
  expect(heldOtherwise(900, table)).toBeNull();
  expect(heldOtherwise(650, table)).toMatchObject({ fullM3: 900 });
});

it('nothing is compared before both are entered', () => {
  expect(heldOtherwise(undefined, round)).toBeNull();
  expect(heldOtherwise(null, round)).toBeNull();
  expect(heldOtherwise(Number.NaN, round)).toBeNull();
  expect(heldOtherwise(800, null)).toBeNull();
});
