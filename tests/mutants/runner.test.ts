import { expect, it } from 'vitest';
import { secondLimitMs } from './runner.ts';

it('a mutant whose tests did not end is tried again, for three times as long where it hardly had the processor', () => {
  expect([0, 6999].map((usedMs) => secondLimitMs(10_000, usedMs))).toEqual([30_000, 30_000]);
  expect([7000, 19_000].map((usedMs) => secondLimitMs(10_000, usedMs))).toEqual([10_000, 10_000]);
});
