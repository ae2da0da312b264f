import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exceedancesOf, sideOf } from './exceedances.ts';

const slot = fc.integer({ min: 5_000_000, max: 6_000_000 });
const means = fc.array(fc.option(fc.integer({ min: -50, max: 50 })), { maxLength: 40 });
const limits = fc.record({ low: fc.option(fc.integer({ min: -40, max: 0 })), high: fc.option(fc.integer({ min: 1, max: 40 })) });

describe('exceedances', () => {
  it('hold every quarter hour out of the limits once, and no other', () => {
    fc.assert(
      fc.property(means, slot, limits, (values, fromSlot, bounds) => {
        const quarters = values.map((mean, at) => ({ slot: fromSlot + 3 * at, mean }));
        const found = exceedancesOf(quarters, bounds);
        const inside = (from: number): number => found.filter((one) => from >= one.fromSlot && from < one.toSlot).length;
        for (const { slot: from, mean } of quarters) expect(inside(from)).toBe(sideOf(mean, bounds) === null ? 0 : 1);
      }),
    );
  });

  it('end where a quarter hour is not known, and say how far it went', () => {
    const quarters = [5, 12, 15, null, 11, -3, -9, 4].map((mean, at) => ({ slot: 3 * at, mean }));
    expect(exceedancesOf(quarters, { low: 0, high: 10 })).toEqual([
      { fromSlot: 3, toSlot: 9, side: 'above', extreme: 15 },
      { fromSlot: 12, toSlot: 15, side: 'above', extreme: 11 },
      { fromSlot: 15, toSlot: 21, side: 'below', extreme: -9 },
    ]);
  });

  it('are none where a mean equals its limit, or has none', () => {
    expect(sideOf(10, { low: null, high: 10 })).toBeNull();
    expect(sideOf(0, { low: 0, high: null })).toBeNull();
    expect(sideOf(1e9, { low: null, high: null })).toBeNull();
  });
});
