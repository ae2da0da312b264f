import { describe, expect, it } from 'vitest';
import { baselineZ, dayBalanceOf, robustZ } from './baseline.ts';

const calm = Array.from({ length: 14 }, (_, at) => 0.018 + (at % 2 === 0 ? 0.001 : -0.001));

/** Days of equal inflow that lost such parts of it. */
const zOf = (parts: readonly (number | null)[]): (number | null)[] =>
  baselineZ(parts.map((part) => (part === null ? null : { imbalanceL: 1000 * part, inflowL: 1000 })));

describe('a day against its baseline', () => {
  it('is measured in 1.4826 MAD', () => {
    // of these fourteen days the median is 0.02 and the median distance from it 0.004
    const days = [0.012, 0.028, 0.016, 0.024, 0.016, 0.024, 0.016, 0.024, 0.016, 0.024, 0.02, 0.02, 0.012, 0.028];
    expect(robustZ(0.02 + 3 * 1.4826 * 0.004, days)).toBeCloseTo(3, 9);
  });

  it('has a spread of 0.3 % at least', () => {
    expect(robustZ(0.067, Array(14).fill(0.018))).toBeCloseTo((0.067 - 0.018) / 0.003, 9);
  });

  it('needs seven days', () => {
    expect(robustZ(0.05, calm.slice(0, 6))).toBeNull();
    expect(robustZ(0.05, calm.slice(0, 7))).not.toBeNull();
  });
});

describe('days one after the other', () => {
  it('keep days in alarm out of the baseline, so that a leak stays one', () => {
    const leak = Array<number>(20).fill(0.067);
    const zs = zOf([...calm, ...leak]);
    expect(Math.min(...zs.slice(14).map((z) => z ?? 0))).toBeGreaterThan(13);
    // what the same days would say if they were let in: normal on the eighth day
    expect(robustZ(0.067, [...calm, ...leak].slice(8, 22))).toBeLessThan(1);
  });

  it('let a loss that was there from the beginning be normal', () => {
    const zs = zOf(Array<number>(30).fill(0.3));
    expect(zs.slice(7).every((z) => z === 0)).toBe(true);
  });

  it('pass over days that cannot be evaluated', () => {
    const zs = zOf([...calm, null, null, 0.067]);
    expect(zs.slice(14, 16)).toEqual([null, null]);
    expect(zs[16]).toBeGreaterThan(13);
  });

  it('pass over days with less than a fifth of the usual inflow, whose parts are of counts and not of water', () => {
    const days = calm.map((part) => ({ imbalanceL: 1000 * part, inflowL: 1000 }));
    expect(baselineZ([...days, { imbalanceL: 60, inflowL: 190 }]).at(-1)).toBeNull();
    expect(baselineZ([...days, { imbalanceL: 60, inflowL: 210 }]).at(-1)).toBeGreaterThan(13);
  });

  it('have no balance where it is incomplete, undetermined or without inflow', () => {
    const known = { status: 'balanced', imbalanceL: 5, inflowL: 100 } as const;
    expect(dayBalanceOf(known)).toEqual({ imbalanceL: 5, inflowL: 100 });
    expect(dayBalanceOf({ ...known, status: 'incomplete' })).toBeNull();
    expect(dayBalanceOf({ ...known, status: 'undetermined' })).toBeNull();
    expect(dayBalanceOf({ ...known, inflowL: 0 })).toBeNull();
  });

  it('let a repaired plant be normal again', () => {
    const zs = zOf([...Array<number>(14).fill(0.067), ...calm]);
    expect(zs[14]).toBeLessThan(-3);
    expect(Math.abs(zs.at(-1) ?? 9)).toBeLessThan(1);
  });
});
