import { expect, it } from 'vitest';
import { type KpiPart, type KpiParts, kpiNames, nothing } from './parts.ts';
import { type SummedPlant, totalsOf } from './totals.ts';

const partsOf = (known: Partial<KpiParts>): KpiParts =>
  ({ ...Object.fromEntries(kpiNames.map((kpi) => [kpi, nothing])), ...known }) as KpiParts;
const plantOf = (ratioPer: string, waterRatio: KpiPart): SummedPlant => {
  const parts = partsOf({ waterRatio, withdrawalKL: { top: 10, bottom: null } });
  return { currency: 'INR', now: parts, before: parts, complete: {}, pairs: {}, intensityUnit: undefined, ratioPer };
};
const ratioOf = (...plants: SummedPlant[]) => {
  const { waterRatio, withdrawalKL } = totalsOf(plants);
  expect(withdrawalKL?.value).toBe(10 * plants.length);
  return { value: waterRatio?.value, previous: waterRatio?.previous };
};

const cola = plantOf('KL/KL', { top: 300, bottom: 100 });
const juice = plantOf('KL/KL', { top: 100, bottom: 100 });
const reuse = plantOf('fresh:recycled', { top: 9000, bottom: 1000 });

it('the water ratio of plants is one of sums where it is one of the same things', () => {
  expect(ratioOf(cola, juice)).toEqual({ value: 2, previous: 2 });
  expect(ratioOf(reuse, reuse)).toEqual({ value: 9, previous: 9 });
});

it('water by what was made and fresh water by recycled do not add up', () => {
  expect(ratioOf(cola, reuse)).toEqual({ value: null, previous: null });
  expect(ratioOf(cola, plantOf('KL/t', { top: 5, bottom: 1 }))).toEqual({ value: null, previous: null });
});

it('a plant of which no ratio is known does not stand in the way of the others', () => {
  expect(ratioOf(cola, juice, plantOf('fresh:recycled', nothing))).toEqual({ value: 2, previous: 2 });
});
