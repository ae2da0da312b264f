import { describe, expect, it } from 'vitest';
import { changeOfTotals } from './comparedTotals.ts';

/** So many of the 288 slots of a day, or of its part that is over. */
const day = (total: number | null, known: number, { slots = 288, isEntered = false } = {}) => ({
  figures: { total, compared: { slots, known, isEntered } },
});

describe('the change of the total of a range', () => {
  it('is given where both ranges were measured', () => {
    expect(changeOfTotals(day(24, 288), day(20, 288))).toEqual({ changePct: 20, isComparable: true });
    expect(changeOfTotals(day(24, 288), day(20, 264)).changePct).toBe(20);
  });

  it('is none where much of one of them is missing', () => {
    expect(changeOfTotals(day(24, 288), day(5, 60))).toEqual({ changePct: null, isComparable: false });
    expect(changeOfTotals(day(5, 60), day(24, 288))).toEqual({ changePct: null, isComparable: false });
  });

  it('takes what is missing at the mean rate of what is known on both sides, as the server does', () => {
    // 32 of 288 slots are more than a tenth of them, but at 0.05 a slot not of a day of 20
    expect(changeOfTotals(day(8, 288), day(20, 257)).changePct).toBe(-60);
    expect(changeOfTotals(day(24, 288), day(8, 257)).isComparable).toBe(false);
  });

  it('holds a running range against as much of the one before', () => {
    expect(changeOfTotals(day(12, 144, { slots: 144 }), day(10, 144, { slots: 144 })).changePct).toBe(20);
    expect(changeOfTotals(day(12, 144, { slots: 144 }), day(3, 36, { slots: 144 })).changePct).toBeNull();
  });

  it('of what a person enters lacks nothing in between', () => {
    expect(changeOfTotals(day(12, 1, { isEntered: true }), day(10, 1, { isEntered: true })).changePct).toBe(20);
  });

  it('is none of nothing, and says nothing about it', () => {
    expect(changeOfTotals(day(24, 288), day(null, 0))).toEqual({ changePct: null, isComparable: true });
    expect(changeOfTotals(day(24, 288), day(0, 288))).toEqual({ changePct: null, isComparable: true });
    // of water that ran back there is no part
    expect(changeOfTotals(day(24, 288), day(-8, 288))).toEqual({ changePct: null, isComparable: true });
  });
});
