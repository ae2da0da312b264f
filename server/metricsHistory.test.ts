import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MetricsHistory } from './metricsHistory.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('keeps the figures of every minute of the time that it is kept', () => {
  const startMs = Date.parse('2026-11-20T00:00:00Z');
  vi.setSystemTime(startMs);
  const clock = { now: () => Date.now(), monotonicMs: () => Date.now() };
  let count = 0;
  const history = new MetricsHistory(clock, () => ({ lines: count++ }), 5);
  history.start();
  vi.advanceTimersByTime(10 * 60_000);
  const all = history.all();
  expect(all).toHaveLength(6);
  expect(all[0]).toMatchObject({ at: '2026-11-20T00:06:00.000Z', lines: 6, eventLoopDelayP99Ms: expect.any(Number) });
  expect(all.at(-1)?.at).toBe('2026-11-20T00:10:00.000Z');
  history.stop();
  vi.advanceTimersByTime(600_000);
  expect(history.all()).toHaveLength(6);
});
