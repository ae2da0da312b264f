import { describe, expect, it } from 'vitest';
import { countsSeldom, pumpState, ratedFlowM3h } from './pumping.ts';

describe('a pump', () => {
  it('is off below 1 % of its rated flow', () => {
    expect(pumpState(0.27, 28)).toBe('off');
    expect(pumpState(0.28, 28)).toBe('on');
    expect(pumpState(0, null)).toBe('off');
    expect(pumpState(0.01, null)).toBe('on');
    expect(pumpState(Number.NaN, 28)).toBe('unknown');
  });

  it('runs through slots without a count where one is more than it gives in a slot', () => {
    const meterOf = (basePerCount: number) => ({ modulus: 1e8, basePerCount, maxPerHour: 40 });
    const seldom = (basePerCount: number, ratedM3h = 12): boolean =>
      countsSeldom({
        maxCapacity: null,
        meta: { well: { piezometer: false, ratedFlowM3h: ratedM3h }, meter: meterOf(basePerCount) },
      });
    expect([seldom(100), seldom(1000), seldom(1001), seldom(1000, 6)]).toEqual([false, false, true, true]);
    expect([countsSeldom({ maxCapacity: 24, meta: {} }), countsSeldom({ maxCapacity: null, meta: {} })]).toEqual([false, false]);
  });

  it('has the flow that was entered, else the tested yield, else what its unit may pass, else what its meter can count', () => {
    const meter = { modulus: 1e8, basePerCount: 1000, maxPerHour: 40 };
    const well = { piezometer: false };
    const maxCapacity = null;
    expect(ratedFlowM3h({ maxCapacity, meta: { well: { ...well, ratedFlowM3h: 28, yieldLpm: 400 }, meter } })).toBe(28);
    expect(ratedFlowM3h({ maxCapacity: 240, meta: { well: { ...well, yieldLpm: 400 }, meter } })).toBe(24);
    expect(ratedFlowM3h({ maxCapacity: 240, meta: { well, meter } })).toBe(10);
    expect(ratedFlowM3h({ maxCapacity, meta: { meter } })).toBe(40);
    expect(ratedFlowM3h({ maxCapacity, meta: {} })).toBeNull();
  });
});
