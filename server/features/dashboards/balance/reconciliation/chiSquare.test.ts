import { describe, expect, it } from 'vitest';
import { chiSquareTail } from './chiSquare.ts';

describe('the tail of chi-square', () => {
  // printed tables: what is exceeded with these probabilities
  it.each([
    [3.841, 1, 0.05],
    [6.635, 1, 0.01],
    [5.991, 2, 0.05],
    [18.307, 10, 0.05],
    [23.209, 10, 0.01],
    [43.773, 30, 0.05],
    [79.082, 60, 0.05],
    [46.459, 60, 0.9],
  ])('beyond %d with %d degrees of freedom is %d', (statistic, degrees, tail) => {
    expect(chiSquareTail(statistic, degrees)).toBeCloseTo(tail, 4);
  });

  it('of two degrees of freedom is exp(-x/2), near and far', () => {
    for (const x of [0.01, 1, 3, 10, 60, 400]) expect(chiSquareTail(x, 2) / Math.exp(-x / 2)).toBeCloseTo(1, 9);
  });

  it('is 1 at 0', () => {
    expect(chiSquareTail(0, 5)).toBe(1);
  });
});
