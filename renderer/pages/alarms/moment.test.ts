import { describe, expect, it } from 'vitest';
import type { AlarmView } from '../../../server/contract/plant/alarms.ts';
import type { Trend } from '../../../server/contract/plant/readings/trend.ts';
import { askedAround, lineAround } from './moment.ts';

const raisedAt = '2026-11-23T00:47:30.000Z';
const alarm = { unitId: 'etp', raisedAt, category: 'quality_threshold', param: 'cod' } as AlarmView;

const trendOf = (values: Trend['values'], quality: string, depth = false): Trend => ({
  unitId: 'etp',
  unitName: 'ETP',
  unitType: 'quality',
  param: 'cod',
  name: 'COD',
  unit: 'mg/L',
  kind: 'gauge',
  depth,
  from: '2026-11-23T00:00:00.000Z',
  to: '2026-11-23T00:20:00.000Z',
  settledTo: '2026-11-23T00:15:00.000Z',
  stepMinutes: 5,
  values,
  quality,
  running: null,
  limits: [],
  figures: {} as Trend['figures'],
  events: [],
});
const atMs = Date.parse('2026-11-23T00:10:00.000Z');

describe('the picture beside an alarm', () => {
  it('asks for the parameter that raised it, also over the start of a shift', () => {
    expect(askedAround(alarm)).toEqual({
      unitId: 'etp',
      param: 'cod',
      from: '2026-11-22T21:45:00.000Z',
      to: '2026-11-23T01:50:00.000Z',
    });
    expect(askedAround({ ...alarm, category: 'flow_rate', param: 'flow' })).not.toHaveProperty('param');
  });

  it('spans the values, marks the moment and keeps estimates apart', () => {
    expect(lineAround(trendOf([1, 3, null, null], 'GEMM'), atMs, 400, 112)).toMatchObject({
      low: 1,
      high: 3,
      markX: 200,
      measured: '',
      estimated: 'M0.0 106.0L100.0 6.0',
    });
  });

  it('draws deeper water lower', () => {
    expect(lineAround(trendOf([10, 12, null, null], 'GGMM', true), atMs, 400, 112)?.measured).toBe('M0.0 6.0L100.0 106.0');
  });

  it('is none where nothing is known', () => {
    expect(lineAround(trendOf([null, null, null, null], 'MMMM'), atMs, 400, 112)).toBeNull();
  });
});
