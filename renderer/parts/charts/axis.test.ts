import { describe, expect, it } from 'vitest';
import { axisFor } from './axis.ts';

describe('an axis', () => {
  it('shows every value in round steps', () => {
    expect(axisFor([1.7, 38.2], [], { fromZero: true })).toEqual({ min: 0, max: 40, interval: 10, outside: [] });
    expect(axisFor([7.31, 7.36], [], { fromZero: false })).toMatchObject({ min: 7.31, max: 7.36, interval: 0.01 });
  });

  it('shows a limit that is near, and names one that is far', () => {
    const near = axisFor([0, 30], [{ kind: 'high', value: 39 }], { fromZero: true });
    expect(near.max).toBeGreaterThanOrEqual(39);
    expect(near.outside).toEqual([]);
    expect(axisFor([7.3, 7.4], [{ kind: 'high', value: 9 }], { fromZero: false }).outside).toEqual([{ kind: 'high', value: 9 }]);
  });

  it('goes below zero for what flowed backwards', () => {
    expect(axisFor([-2, 8], [], { fromZero: true }).min).toBeLessThanOrEqual(-2);
  });

  it('does not go below zero where everything is zero', () => {
    expect(axisFor([0, 0], [], { fromZero: true })).toMatchObject({ min: 0, max: 1 });
    expect(axisFor([0, 0], [], { fromZero: false })).toMatchObject({ min: 0, max: 1 });
    expect(axisFor([0, 0], [], { fromZero: true, intervals: 4 }).min).toBe(0);
  });

  it('of a second unit has as many lines as the first', () => {
    const axis = axisFor([3, 91], [], { fromZero: true, intervals: 4 });
    expect((axis.max - axis.min) / axis.interval).toBeCloseTo(4, 9);
    expect(axis.max).toBeGreaterThanOrEqual(91);
  });

  it('is drawn for its limits where nothing is known, so that none of them is an arrow', () => {
    const limits = [10, 40].map((value) => ({ kind: 'high', value }) as const);
    for (const fromZero of [true, false]) {
      const axis = axisFor([], limits, { fromZero });
      expect(axis).toMatchObject({ min: 0, outside: [] });
      expect(axis.max).toBeGreaterThanOrEqual(40);
    }
  });

  it('exists where nothing is known', () => {
    expect(axisFor([], [], { fromZero: false }).max).toBeGreaterThan(axisFor([], [], { fromZero: false }).min);
  });
});
