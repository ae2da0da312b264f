import { expect, it } from 'vitest';
import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { LiveValues } from '../../state/liveValues.ts';
import { flowNow, tankNow } from './nodeNow.ts';

const meter = (unitId: string, siUnit: string, value: number | null) =>
  ({
    ...{ unitId, type: 'flow', siUnit, today: { value } },
    params: [{ param: 'flow', measure: 'm3/h', value: 0, quality: 'GOOD', at: '2026-11-22T00:00:00Z' }],
  }) as unknown as OverviewUnit;

const todayOf = (...meters: OverviewUnit[]): number | null => {
  const known = new Map(meters.map((unit) => [unit.unitId, unit]));
  return flowNow(new LiveValues(), known, [...known.keys()], { nowMs: 0, connected: true }).todayKL;
};

it('what meters counted today is in kilolitres, whatever unit each of them is shown in', () => {
  for (const [siUnit, value] of [['L', 250_000] as const, ['m3', 250] as const, ['KL', 250] as const, ['ML', 0.25] as const])
    expect(todayOf(meter('a', siUnit, value)), siUnit).toBe(250);
  expect(todayOf(meter('a', 'L', 1000), meter('b', 'ML', 0.001), meter('c', 'KL', null))).toBe(2);
  expect(todayOf(meter('a', 'KL', null))).toBeNull();
});

it('limits and the usual of a tank are percent of it, whatever unit it is shown in', () => {
  for (const [siUnit, maxCapacity] of [['L', 60_000] as const, ['KL', 60] as const, ['ML', 0.06] as const]) {
    const tank = {
      ...{ unitId: 't', type: 'stock', siUnit, maxCapacity, today: { value: null } },
      // litres but for the limits, which are in kilolitres
      params: [
        {
          param: 'volume',
          measure: 'L',
          value: 0,
          quality: 'GOOD',
          at: null,
          lt: 12,
          ht: 54,
          normal: { low: 15_000, high: 45_000 },
        },
      ],
    } as unknown as OverviewUnit;
    const { lowPercent, highPercent, normal } = tankNow(new LiveValues(), tank, { nowMs: 0, connected: true });
    const rounded = [lowPercent, highPercent, normal?.low, normal?.high].map((percent) => Math.round((percent ?? 0) * 1e6) / 1e6);
    expect(rounded, siUnit).toEqual([20, 90, 25, 75]);
  }
});
