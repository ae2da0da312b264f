import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exceedancesOf, quarterHours, SLOTS_PER_QUARTER, sideOf } from './quarterHours.ts';

const slot = fc.integer({ min: 5_000_000, max: 6_000_000 });
const slots = fc.array(fc.option(fc.integer({ min: -50, max: 50 })), { maxLength: 120 });
const limits = fc.record({ low: fc.option(fc.integer({ min: -40, max: 0 })), high: fc.option(fc.integer({ min: 1, max: 40 })) });

describe('quarter hours', () => {
  it('begin at :00, :15, :30 and :45, and are whole', () => {
    fc.assert(
      fc.property(slots, slot, (valid, fromSlot) => {
        const found = quarterHours(valid, fromSlot);
        for (const [at, quarter] of found.entries()) {
          expect(new Date(quarter.slot * 300_000).getUTCMinutes() % 15).toBe(0);
          expect(quarter.slot).toBeGreaterThanOrEqual(fromSlot);
          expect(quarter.slot + SLOTS_PER_QUARTER).toBeLessThanOrEqual(fromSlot + valid.length);
          if (at > 0) expect(quarter.slot).toBe((found[at - 1]?.slot ?? 0) + SLOTS_PER_QUARTER);
        }
        expect(found.length).toBeGreaterThanOrEqual(Math.floor((valid.length - 2) / SLOTS_PER_QUARTER));
      }),
    );
  });

  it('have a mean of their two or three valid slots, and none with fewer', () => {
    fc.assert(
      fc.property(slots, slot, (valid, fromSlot) => {
        for (const { slot: from, mean } of quarterHours(valid, fromSlot)) {
          const known = [0, 1, 2].flatMap((at) => valid[from - fromSlot + at] ?? []);
          if (known.length < 2) expect(mean).toBeNull();
          else expect(mean).toBeCloseTo(known.reduce((sum, value) => sum + value, 0) / known.length, 9);
        }
      }),
    );
    expect(quarterHours([7, null, 9], 3)).toEqual([{ slot: 3, mean: 8 }]);
    expect(quarterHours([7, null, null], 3)).toEqual([{ slot: 3, mean: null }]);
  });
});

describe('exceedances', () => {
  it('hold every quarter hour out of the limits once, and no other', () => {
    fc.assert(
      fc.property(slots, slot, limits, (valid, fromSlot, bounds) => {
        const quarters = quarterHours(valid, fromSlot);
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
