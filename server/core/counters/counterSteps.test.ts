import { expect, it } from 'vitest';
import type { CounterHistory, CounterModel, CounterReading } from './counterModel.ts';
import { isReverse } from './counterSteps.ts';

const at = (slot: number, raw: number): CounterReading => ({ slot, raw, second: 290 });
/** 1.1 counts a slot with the margin, and no play. */
const meter: CounterModel = { modulus: 1000, basePerCount: 1000, maxPerHour: 12, backDeadband: 0 };
const history: CounterHistory = {
  meterAt: () => meter,
  changes: () => [],
  stillSince: (reading) => reading,
  courses: () => [],
  grain: () => 0,
  isUnusual: () => false,
  expected: () => null,
};

it('only a step back can be water that flowed back, and no more than the pipe passes', () => {
  const isBack = (raw: number): boolean => isReverse(at(0, 100), at(1, raw), history);
  expect([100, 100.5, 101, 99.5, 98.9, 98.8].map(isBack)).toEqual([false, false, false, true, true, false]);
});
