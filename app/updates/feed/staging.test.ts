import { describe, expect, it } from 'vitest';
import { isAmongFirst } from './staging.ts';

const sites = Array.from({ length: 2000 }, (_, at) => `site-${at}`);
const chosen = (percentage: number, version = '1.4.0') => sites.filter((site) => isAmongFirst(percentage, site, version));

describe('the share of plants that get a version', () => {
  it('is about what it says, none at 0 and all at 100', () => {
    for (const percentage of [1, 10, 50, 90]) {
      // five times the standard deviation of so many throws
      const spread = 5 * Math.sqrt(sites.length * (percentage / 100) * (1 - percentage / 100));
      expect(Math.abs(chosen(percentage).length - sites.length * (percentage / 100))).toBeLessThan(spread);
    }
    expect([chosen(0).length, chosen(100).length]).toEqual([0, sites.length]);
  });

  it('keeps who is in it when it grows, and is other plants for another version', () => {
    const few = chosen(10);
    expect(chosen(20)).toEqual(expect.arrayContaining(few));
    expect(chosen(10)).toEqual(few);
    expect(chosen(10, '1.5.0')).not.toEqual(few);
  });

  it('is everybody where none is said', () => {
    expect(isAmongFirst(undefined, undefined, '1.4.0')).toBe(true);
  });
});
