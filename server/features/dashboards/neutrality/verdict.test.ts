import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verdictOf } from './verdict.ts';

const side = (litres: number | null, sigmaL = 0) => ({ litres, sigmaL });

describe('the index', () => {
  it.each([
    [994, 'not_neutral', 0.994, 6],
    [995, 'neutral', 0.995, 5],
    [1000, 'neutral', 1, 0],
    [1005, 'neutral', 1.005, -5],
    [1006, 'positive', 1.006, -6],
    [0, 'not_neutral', 0, 1000],
  ])('of %d against 1,000 is %s', (credited, status, index, gapL) => {
    expect(verdictOf(side(credited), side(1000))).toEqual({ index, uncertainty: 0, gapL, status, note: null });
  });

  it('is none, and says why, where nothing is debited or not known', () => {
    const none = { index: null, uncertainty: null, status: 'no_data' };
    expect(verdictOf(side(0), side(0))).toEqual({ ...none, gapL: 0, note: 'No data: nothing was debited or credited.' });
    expect(verdictOf(side(5), side(0))).toEqual({ ...none, gapL: -5, note: 'No fresh water was used.' });
    expect(verdictOf(side(5), side(null))).toEqual({ ...none, gapL: null, note: 'Nothing is known of the water debited.' });
    expect(verdictOf(side(null), side(5))).toEqual({ ...none, gapL: null, note: 'Nothing is known of the water credited.' });
  });

  it('is as uncertain as both sides: N sqrt((uC/C)^2 + (uD/D)^2)', () => {
    // 3 % and 4 % make 5 % of 0.8
    expect(verdictOf(side(800, 24), side(1000, 40)).uncertainty).toBeCloseTo(0.04, 12);
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1e9, noNaN: true }),
        fc.double({ min: 1, max: 1e9, noNaN: true }),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        (c, d, partC, partD) => {
          const { index, uncertainty } = verdictOf(side(c, c * partC), side(d, d * partD));
          expect((uncertainty ?? -1) / (index ?? 1)).toBeCloseTo(Math.sqrt(partC ** 2 + partD ** 2), 9);
        },
      ),
    );
  });
});
