import { describe, expect, it } from 'vitest';
import { bandDecimals } from './usualBand.ts';

describe('the usual range of a figure', () => {
  it('is written with few decimals', () => {
    expect(bandDecimals({ value: 7.16, low: 3.5, high: 8.42, isOutside: false })).toBe(1);
    expect(bandDecimals({ value: 1754.4, low: 1746.2, high: 1976.4, isOutside: false })).toBe(0);
    expect(bandDecimals({ value: null, low: 3.5, high: 8.42, isOutside: false })).toBe(1);
  });

  it('has as many as a value just outside needs to be outside of what is written', () => {
    expect(bandDecimals({ value: 8.07, low: 0, high: 8.06, isOutside: true })).toBe(2);
    expect(bandDecimals({ value: 1976.4, low: 1746.2, high: 1976.1, isOutside: true })).toBe(0);
    expect(bandDecimals({ value: 1745.94, low: 1745.96, high: 1976, isOutside: true })).toBe(0);
    expect(bandDecimals({ value: 3.44, low: 3.45, high: 8, isOutside: true })).toBe(1);
    expect(bandDecimals({ value: 8.0701, low: 0, high: 8.07, isOutside: true })).toBe(2);
  });
});
