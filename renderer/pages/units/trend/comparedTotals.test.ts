import { describe, expect, it } from 'vitest';
import { changeOfTotals } from './comparedTotals.ts';

const hours = (total: number | null, known: number, settledHours = 24) => ({
  from: '2026-11-10T00:00:00Z',
  to: '2026-11-11T00:00:00Z',
  settledTo: `2026-11-10T${String(settledHours - 1).padStart(2, '0')}:59:59Z`,
  stepMinutes: 60,
  values: Array.from({ length: 24 }, (_, hour) => (hour < known ? 1 : null)),
  figures: { total },
});

describe('the change of the total of a range', () => {
  it('is given where both ranges were measured', () => {
    expect(changeOfTotals(hours(24, 24), hours(20, 24))).toEqual({ changePct: 20, isComparable: true });
    // two of 24 hours are missing
    expect(changeOfTotals(hours(24, 24), hours(20, 22)).changePct).toBe(20);
  });

  it('is none where much of one of them is missing', () => {
    expect(changeOfTotals(hours(24, 24), hours(5, 5))).toEqual({ changePct: null, isComparable: false });
    expect(changeOfTotals(hours(5, 5), hours(24, 24))).toEqual({ changePct: null, isComparable: false });
  });

  it('holds a running range against as much of the one before', () => {
    expect(changeOfTotals(hours(12, 12, 12), hours(10, 24)).changePct).toBe(20);
    expect(changeOfTotals(hours(12, 12, 12), hours(10, 12)).changePct).toBe(20);
    expect(changeOfTotals(hours(12, 12, 12), hours(3, 3)).changePct).toBeNull();
  });

  it('is none of nothing, and says nothing about it', () => {
    expect(changeOfTotals(hours(24, 24), hours(null, 0))).toEqual({ changePct: null, isComparable: true });
    expect(changeOfTotals(hours(24, 24), hours(0, 24))).toEqual({ changePct: null, isComparable: true });
  });
});
