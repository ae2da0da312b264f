import { describe, expect, it } from 'vitest';
import { settingsWith } from '../../../test/alertRig.ts';
import type { RuleFinding } from './model.ts';
import { isWithinChatter, timingOf } from './timing.ts';

const category = settingsWith({ flow_rate: { onDelaySlots: 3, offDelaySlots: 4, reAlarmMinutes: 61 } }).categories.flow_rate;
const finding = (more: Partial<RuleFinding> = {}): RuleFinding => ({ onSlots: undefined, ...more }) as RuleFinding;

describe('the delays of a finding', () => {
  it('are those of its category, in slots, reminders rounded up', () => {
    expect(timingOf(category, finding())).toEqual({ onSlots: 3, offSlots: 4, reAlarmSlots: 13, chatterSlots: 6 });
    expect(timingOf({ ...category, reAlarmMinutes: 60 }, finding()).reAlarmSlots).toBe(12);
  });

  it('are its own where it has some, and an insight is announced once', () => {
    expect(timingOf(category, finding({ onSlots: 1, offSlots: 0, reAlarmMinutes: 0 }))).toMatchObject({
      onSlots: 1,
      offSlots: 0,
      reAlarmSlots: 0,
    });
    expect(timingOf(category, finding({ insight: true })).reAlarmSlots).toBe(0);
  });
});

it('a key is remembered for half an hour after its end', () => {
  expect([100, 105, 106, 107].map((slot) => isWithinChatter(100, slot))).toEqual([true, true, true, false]);
  expect(isWithinChatter(null, 100)).toBe(false);
});
