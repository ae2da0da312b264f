import { expect, it } from 'vitest';
import type { IndustryFacts } from '../../../contract/model/industryFacts.ts';
import type { Tally } from '../../../historian/index.ts';
import { savedCost } from './savedCost.ts';
import type { CountedMeter } from './water.ts';

const KL = 1000;
const meter = (id: number, waterSource: string): CountedMeter =>
  ({ unit: { meta: { waterSource } }, series: { id } }) as CountedMeter;
const water = { fresh: [meter(1, 'ground')], recycled: [meter(2, 'recycled')], rain: [meter(3, 'rain')] };
const totalsOf = (...litres: (number | null)[]) => new Map(litres.map((sum, at) => [at + 1, { sum } as Tally]));
const costOf = (waterPerKL: IndustryFacts['tariffs']['waterPerKL'], ...litres: (number | null)[]) =>
  savedCost(
    { water, facts: { tariffs: { waterPerKL } as IndustryFacts['tariffs'], rainWater: {} } as IndustryFacts },
    totalsOf(...litres),
  );

it('recycled water saves the price of fresh water less its own, and rain all of it', () => {
  expect(costOf({ ground: 12, recycled: 5 }, 100 * KL, 10 * KL, null)).toBe(10 * (12 - 5));
  expect(costOf({ ground: 12, recycled: 5 }, 100 * KL, 10 * KL, 2 * KL)).toBe(10 * (12 - 5) + 2 * 12);
  expect(costOf({ ground: 12, recycled: 5, rain: 4 }, 100 * KL, null, 2 * KL)).toBe(2 * (12 - 4));
});

it('recycled water whose price nobody entered is left out: treating it is not for nothing', () => {
  expect(costOf({ ground: 12 }, 100 * KL, 10 * KL, null)).toBeNull();
  expect(costOf({ ground: 12 }, 100 * KL, 10 * KL, 2 * KL)).toBe(2 * 12);
  expect(costOf({ ground: 12, recycled: 0 }, 100 * KL, 10 * KL, null)).toBe(10 * 12);
});
