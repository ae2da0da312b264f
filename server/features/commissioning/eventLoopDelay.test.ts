import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { EventLoopDelay } from './eventLoopDelay.ts';

const STALL_MS = 300;
const STEP_MS = 50;
const delay = new EventLoopDelay(systemClock);
afterEach(() => delay.stop());

it('reports a stall that begins right after it was asked, and reports it once', async () => {
  expect(delay.takeP99Ms()).toBeNull();
  delay.start();
  await wait(2 * STEP_MS);
  delay.takeP99Ms();
  const until = performance.now() + STALL_MS;
  while (performance.now() < until);
  await wait(STEP_MS + 5);
  // a stall counts from the next moment at which the loop was to be looked at
  expect(delay.takeP99Ms()).toBeGreaterThan(STALL_MS - STEP_MS - 5);
  delay.stop();
  delay.stop();
  delay.takeP99Ms();
  await wait(2 * STEP_MS);
  expect(delay.takeP99Ms()).toBeNull();
});
