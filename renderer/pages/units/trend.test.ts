import { describe, expect, it } from 'vitest';
import type { Series } from '../../../server/contract/model/common.ts';
import { gapsOf, pointsOfSeries } from './trend.ts';

const series: Series = {
  key: 'k',
  name: 'n',
  unit: 'KL',
  start: '2025-11-01T00:30:00Z',
  stepMinutes: 60,
  values: [4, 5],
  quality: 'GF',
  completeness: 100,
};

describe('the hours of a day', () => {
  it('have no value where the API fills 0, and none where they are still to come', () => {
    const points = pointsOfSeries(series, [0, 1, 2], { ...series, values: [1, 2, 3], quality: 'GMG' });
    expect(points.map(({ value, before }) => [value, before])).toEqual([
      [4, 1],
      [5, null],
      [null, 3],
    ]);
  });

  it('take a letter that is not known as missing', () => {
    const [, second] = pointsOfSeries({ ...series, quality: 'G?' }, [0, 1], undefined);
    expect(second).toMatchObject({ value: null, letter: 'M' });
  });
});

describe('gaps', () => {
  const points = pointsOfSeries({ ...series, values: [1, 0, 0, 1, 0, 0], quality: 'GMMGMM' }, [0, 10, 20, 30, 40, 50], undefined);

  it('are runs of missing steps that are over', () => {
    expect(gapsOf(points, 60)).toEqual([
      [1, 2],
      [4, 5],
    ]);
  });

  it('do not reach into what is still to come', () => {
    expect(gapsOf(points, 45)).toEqual([[1, 2]]);
    expect(gapsOf(points, 0)).toEqual([]);
  });
});
