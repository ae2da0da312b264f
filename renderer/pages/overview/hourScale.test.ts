import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAxis } from '../../text/numbers.ts';
import { hourScale, stepsOf } from './hourScale.ts';

describe('the band of 24 hours', () => {
  it('is drawn in one piece for each run of known hours', () => {
    const figures = {
      unit: 'KL',
      values: [1, 2, 3],
      quality: 'GGG',
      median: [1, null, 3],
      low: [1, null, 3],
      high: [2, null, 4],
    };
    const path = stepsOf(figures.low, figures.high, hourScale(figures, false));
    expect(path.match(/M/g)).toHaveLength(2);
    expect(path.match(/Z/g)).toHaveLength(2);
  });
});

describe('the lines behind 24 hours', () => {
  it('are named by what they stand for, however little flows', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 1e6, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (most, part, line) => {
          const figures = { unit: 'KL', values: [part * most, most], quality: 'GG', median: [], low: [], high: [] };
          const { marks, markStep } = hourScale(figures, line);
          const names = marks.map((mark) => formatAxis(mark, markStep));
          expect(new Set(names).size).toBe(marks.length);
          for (const [at, mark] of marks.entries()) expect(Number(names[at]?.replaceAll(',', ''))).toBeCloseTo(mark, 9);
        },
      ),
    );
  });

  it('are not there where nothing is known', () => {
    const nothing = { unit: 'KL', values: [null, null], quality: 'MM', median: [], low: [null, null], high: [null, null] };
    for (const line of [false, true]) expect(hourScale(nothing, line).marks).toEqual([]);
  });
});
