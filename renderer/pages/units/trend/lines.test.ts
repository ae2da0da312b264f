import { describe, expect, it } from 'vitest';
import type { Trend } from '../../../../server/contract/plant/readings/trend.ts';
import { gapsIn, indexAt, newestOf, stepsOf } from './lines.ts';

const trend = (fields: Partial<Trend>): Trend => ({
  unitId: 'u',
  unitName: 'U',
  unitType: 'flow',
  param: 'volume',
  name: 'volume',
  unit: 'KL',
  kind: 'counter',
  depth: false,
  from: '2026-11-21T00:00:00.000Z',
  to: '2026-11-21T00:30:00.000Z',
  settledTo: '2026-11-21T00:20:00.000Z',
  stepMinutes: 5,
  values: [1, 2, null, 3, null, null],
  quality: 'GGMGMM',
  running: { from: '2026-11-21T00:20:00.000Z', value: 0.5, quality: 'G' },
  limits: [],
  figures: {
    total: 6,
    avg: null,
    min: 1,
    minAt: null,
    max: 3,
    maxAt: null,
    last: 3,
    completeness: 75,
    estimated: 0,
    compared: null,
    counterOpen: null,
    counterClose: null,
  },
  events: [],
  ...fields,
});

describe('the steps of a trend', () => {
  it('mark the running slot, which is not measured yet', () => {
    const steps = stepsOf(trend({}));
    expect(steps.map(({ running }) => running)).toEqual([false, false, false, false, true, false]);
    expect(steps[4]).toMatchObject({ value: 0.5, running: true });
  });

  it('mark a slot in which a counter fell silent, and no slot of a gauge', () => {
    expect(stepsOf(trend({})).map(({ cut }) => cut)).toEqual([false, true, false, false, false, false]);
    expect(stepsOf(trend({ kind: 'gauge' })).some(({ cut }) => cut)).toBe(false);
  });

  it('call backflow only what flowed backwards', () => {
    expect(stepsOf(trend({ values: [1.7, -0.2, 0], quality: 'BBB' })).map(({ letter }) => letter)).toEqual(['G', 'B', 'G']);
  });

  it('have gaps where nothing is known, not where time has not come', () => {
    expect(gapsIn(stepsOf(trend({})), Date.parse('2026-11-21T00:20:00Z'))).toEqual([
      { fromMs: Date.parse('2026-11-21T00:10:00Z'), toMs: Date.parse('2026-11-21T00:15:00Z') },
    ]);
  });

  it('are found by their time', () => {
    const steps = stepsOf(trend({}));
    expect(indexAt(steps, Date.parse('2026-11-21T00:14:59Z'))).toBe(2);
    expect(indexAt(steps, Date.parse('2026-11-21T00:30:00Z'))).toBe(-1);
  });

  it('are read at the newest one that is over, and on the first day of a month by days at the running one', () => {
    expect(newestOf(stepsOf(trend({})))).toBe(3);
    const first = {
      ...{ stepMinutes: 1440, starts: ['2026-12-01T00:30:00Z'], values: [0.78], quality: 'G', running: null },
      ...{ from: '2026-12-01T00:30:00Z', to: '2026-12-02T00:30:00Z', settledTo: '2026-12-01T00:45:00Z' },
    };
    const steps = stepsOf(trend(first));
    expect(steps[newestOf(steps)]).toMatchObject({ value: 0.78, running: true });
    expect(newestOf(stepsOf(trend({ ...first, values: [null], quality: 'M' })))).toBe(-1);
  });

  it('follow days of any length', () => {
    const steps = stepsOf(
      trend({
        stepMinutes: 1440,
        starts: ['2026-03-28T00:00:00Z', '2026-03-29T00:00:00Z'],
        values: [1, 2],
        quality: 'GG',
        to: '2026-03-29T23:00:00Z',
        settledTo: '2026-04-01T00:00:00Z',
        running: null,
      }),
    );
    expect(steps.map(({ fromMs, toMs }) => (toMs - fromMs) / 3_600_000)).toEqual([24, 23]);
  });
});
