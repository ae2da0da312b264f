import { expect, it } from 'vitest';
import { ARMED_MS, armedSeconds } from './armedWindow.ts';

const armed = { clockMs: 5_000_000, monotonicMs: 700 };
const after = (clockMs: number, monotonicMs = clockMs) => ({
  clockMs: armed.clockMs + clockMs,
  monotonicMs: armed.monotonicMs + monotonicMs,
});

it('is open for a minute from the choice, and no moment longer', () => {
  expect(armedSeconds(armed, after(0))).toBe(60);
  expect(armedSeconds(armed, after(ARMED_MS - 1))).toBe(1);
  expect(armedSeconds(armed, after(ARMED_MS))).toBe(0);
  expect(armedSeconds(armed, after(10 * ARMED_MS))).toBe(0);
});

it('is no longer where the clock was set back, or while the machine slept', () => {
  expect(armedSeconds(armed, after(-3_600_000, ARMED_MS))).toBe(0);
  expect(armedSeconds(armed, after(-3_600_000, 20_000))).toBe(40);
  expect(armedSeconds(armed, after(ARMED_MS, 10))).toBe(0);
});

it('is closed once it was ended', () => {
  expect(armedSeconds(null, after(0))).toBe(0);
});
