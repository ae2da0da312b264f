import { describe, expect, it } from 'vitest';
import type { PumpState } from './pumping.ts';
import { isStaticLevel, REST_SLOTS, slopePerHour } from './staticLevel.ts';

type WellSlots = { levels: Float64Array; pump: PumpState[] };
/** A day with the four hours before it: pump and level by slot of the day (negative: before it). */
const wellDay = (pumpAt: (slot: number) => PumpState, levelAt: (slot: number) => number): WellSlots => {
  const slots = Array.from({ length: REST_SLOTS + 288 }, (_, at) => at - REST_SLOTS);
  return { pump: slots.map(pumpAt), levels: Float64Array.from(slots, levelAt) };
};
const off = (): PumpState => 'off';
const isStatic = ({ levels, pump }: WellSlots, at: number): boolean =>
  isStaticLevel(levels, at, (place) => pump[place] ?? 'unknown');

describe('a static level', () => {
  it('needs a pump that has been off for four hours', () => {
    const well = wellDay(
      (slot) => (slot < 10 ? 'on' : 'off'),
      () => 30,
    );
    expect(isStatic(well, REST_SLOTS + 10 + 46)).toBe(false);
    expect(isStatic(well, REST_SLOTS + 10 + 47)).toBe(true);
  });

  it('needs a level that moved by at most 2 cm/h over the last hour', () => {
    const moving = (perHour: number) => wellDay(off, (slot) => 30 + (perHour * slot) / 12);
    expect(isStatic(moving(0.02), 200)).toBe(true);
    expect(isStatic(moving(-0.02), 200)).toBe(true);
    expect(isStatic(moving(0.021), 200)).toBe(false);
    expect(isStatic(moving(-0.05), 200)).toBe(false);
  });

  it('needs to know three quarters of that hour, and the pump all the time', () => {
    const gappy = wellDay(off, (slot) => (slot % 4 === 0 ? Number.NaN : 30));
    expect(isStatic(gappy, REST_SLOTS + 95)).toBe(true);
    const sparse = wellDay(off, (slot) => (slot % 3 === 0 ? Number.NaN : 30));
    expect(isStatic(sparse, REST_SLOTS + 95)).toBe(false);
    const blind = wellDay(
      (slot) => (slot === 80 ? 'unknown' : 'off'),
      () => 30,
    );
    expect(isStatic(blind, REST_SLOTS + 100)).toBe(false);
  });

  it('has a slope by least squares', () => {
    // 0 1 0 1 … over 12 slots: sum (x - 5.5)(y - 0.5) / sum (x - 5.5)^2 = 3 / 143 a slot
    const levels = Float64Array.from({ length: 12 }, (_, at) => at % 2);
    expect(slopePerHour(levels, 11)).toBeCloseTo((3 / 143) * 12, 12);
  });
});
