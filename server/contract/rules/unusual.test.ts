import { describe, expect, it } from 'vitest';
import { isFarOutside } from './unusual.ts';

const band = { n: 7, median: 100, low: 90, high: 110 };

describe('a value is out of the ordinary', () => {
  it('from a tenth of the median outside of the band on', () => {
    expect([119, 120, 81, 80].map((value) => isFarOutside(value, band))).toEqual([false, true, false, true]);
  });

  it('where seven such days are known, and the value is', () => {
    expect([isFarOutside(200, { ...band, n: 6 }), isFarOutside(null, band)]).toEqual([false, false]);
    expect(isFarOutside(200, { n: 7, median: 100, low: null, high: null })).toBe(false);
  });

  it('beside a median of 0 as soon as it leaves the band', () => {
    const still = { n: 7, median: 0, low: 0, high: 0 };
    expect([isFarOutside(0, still), isFarOutside(0.1, still)]).toEqual([false, true]);
  });
});
