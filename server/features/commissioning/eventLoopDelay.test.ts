import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { EventLoopDelay } from './eventLoopDelay.ts';

const STALL_MS = 300;
const delay = new EventLoopDelay(systemClock);
afterEach(() => delay.stop());

it('reports a stall that begins right after it was asked, and reports it once', async () => {
  expect(delay.takeP99Ms()).toBe(0);
  delay.start();
  await wait(50);
  delay.takeP99Ms();
  const until = performance.now() + STALL_MS;
  while (performance.now() < until);
  await wait(25);
  expect(delay.takeP99Ms()).toBeGreaterThan(STALL_MS - 50);
  delay.stop();
  delay.stop();
  delay.takeP99Ms();
  await wait(50);
  expect(delay.takeP99Ms()).toBe(0);
});
