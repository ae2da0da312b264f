import { expect, it } from 'vitest';
import { ManualClock, systemClock } from './clock.ts';

it('a clock that is moved by hand passes time, is set, and never goes back in its measuring', () => {
  const clock = new ManualClock(1000);
  const both = (): number[] => [clock.now(), clock.monotonicMs()];
  expect(both()).toEqual([1000, 0]);
  clock.advance(50);
  expect(both()).toEqual([1050, 50]);
  clock.set(1200);
  expect(both()).toEqual([1200, 200]);
  clock.set(700);
  expect(both()).toEqual([700, 200]);
  clock.stepWall(30);
  expect(both()).toEqual([730, 200]);
  clock.stepWall(-60);
  expect(both()).toEqual([670, 200]);
});

it('the clock of the system is that of the machine', () => {
  const before = [Date.now(), performance.now()] as const;
  const [now, monotonicMs] = [systemClock.now(), systemClock.monotonicMs()];
  expect(now).toBeGreaterThanOrEqual(before[0]);
  expect(now).toBeLessThanOrEqual(Date.now());
  expect(monotonicMs).toBeGreaterThanOrEqual(before[1]);
  expect(monotonicMs).toBeLessThanOrEqual(performance.now());
});
