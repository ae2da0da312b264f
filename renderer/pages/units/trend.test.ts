import { describe, expect, it } from 'vitest';
import type { Series } from '../../../server/contract/model/common.ts';
import { gapsOf, lettersIn, pointsOfRun, pointsOfSeries, pointsOfSlots } from './trend.ts';

const slot = (index: number, v: number, q: 'G' | 'E' | 'M' | 'X' | 'B' | 'R' | 'F') => ({
  t: new Date(1_700_000_100_000 + index * 300_000).toISOString(),
  v,
  q,
});

describe('a trend', () => {
  it('has no value where the API fills 0 for what is missing or rejected', () => {
    const points = pointsOfSlots([slot(0, 1.5, 'G'), slot(1, 0, 'M'), slot(2, 0, 'X'), slot(3, 0, 'G'), slot(4, -0.1, 'B')]);
    expect(points.map(({ value }) => value)).toEqual([1.5, null, null, 0, -0.1]);
  });

  it('lays the day before beside the day, slot by slot, gaps as gaps', () => {
    const points = pointsOfSlots([slot(0, 1, 'G'), slot(1, 2, 'G'), slot(2, 3, 'G')], [slot(0, 9, 'E'), slot(1, 0, 'M')]);
    expect(points.map(({ before }) => before)).toEqual([9, null, null]);
  });

  it('divides stored units and keeps the rest', () => {
    const points = pointsOfRun({ values: [1500, 0], quality: 'GM' }, { startMs: 0, stepMs: 1000, per: 1000 });
    expect(points).toEqual([
      { startMs: 0, value: 1.5, letter: 'G', before: null },
      { startMs: 1000, value: null, letter: 'M', before: null },
    ]);
  });

  it('takes a letter that it does not know as missing', () => {
    expect(pointsOfRun({ values: [1, 2], quality: 'G?' }, { startMs: 0, stepMs: 1 })[1]).toMatchObject({
      value: null,
      letter: 'M',
    });
  });

  it('leaves the days of a month that are still to come empty', () => {
    const series: Series = {
      key: 'k',
      name: 'n',
      unit: 'KL',
      start: '2025-11-01T00:30:00Z',
      stepMinutes: 1440,
      values: [4, 5],
      quality: 'GF',
      completeness: 100,
    };
    const points = pointsOfSeries(series, [0, 1, 2], { ...series, values: [1, 2, 3], quality: 'GMG' });
    expect(points.map(({ value, before }) => [value, before])).toEqual([
      [4, 1],
      [5, null],
      [null, 3],
    ]);
  });
});

describe('gaps', () => {
  const points = pointsOfSlots([
    slot(0, 1, 'G'),
    slot(1, 0, 'M'),
    slot(2, 0, 'M'),
    slot(3, 1, 'G'),
    slot(4, 0, 'M'),
    slot(5, 0, 'M'),
  ]);
  const startOf = (index: number): number => points[index]?.startMs ?? 0;

  it('are runs of missing steps that are over', () => {
    expect(gapsOf(points, startOf(5) + 300_000)).toEqual([
      [1, 2],
      [4, 5],
    ]);
  });

  it('do not reach into what is still to come', () => {
    expect(gapsOf(points, startOf(4) + 60_000)).toEqual([[1, 2]]);
    expect(gapsOf(points, startOf(0))).toEqual([]);
  });
});

describe('the legend', () => {
  it('knows the letters that are drawn, and no others', () => {
    const points = pointsOfSlots([slot(0, 1, 'G'), slot(1, 1, 'E'), slot(2, 0, 'M'), slot(3, 0, 'X')]);
    expect([...lettersIn(points)]).toEqual(['G', 'E']);
  });
});
