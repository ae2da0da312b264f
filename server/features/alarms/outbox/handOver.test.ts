import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { alarm, delivery, NOON } from '../../../test/plannedDeliveries.ts';
import { handOver } from './handOver.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const partsOf = (send: (signal: AbortSignal) => Promise<void>) => ({
  channels: [
    {
      name: 'email' as const,
      needsInternet: false,
      send: (_to: string, _message: object, signal: AbortSignal) => send(signal),
      stop: () => undefined,
    },
  ],
  horn: { sound: async () => undefined },
  clock: new ManualClock(NOON),
  wall: { dateAndTime: () => '12:03' },
});
const of = { alarms: [alarm()], first: alarm() };

it('a message whose channel hangs and knows no end is given up when its time is over', async () => {
  const stop = new AbortController();
  let said = 'under way';
  const parts = partsOf(() => new Promise(() => undefined));
  handOver(parts, delivery({ recipient: 'asha@plant.example' }), of, stop.signal).catch(
    (error: { code: string; message: string }) => {
      said = `${error.code}: ${error.message}`;
    },
  );
  await vi.advanceTimersByTimeAsync(600_000);
  expect(said).toBe('under way');
  stop.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  await nextTurn();
  expect(said).toBe('unavailable: email does not come to an end');
});

it('what a channel says itself when its time is over goes before that', async () => {
  const parts = partsOf(
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('mute')))),
  );
  const stop = new AbortController();
  const given = handOver(parts, delivery({ recipient: 'asha@plant.example' }), of, stop.signal);
  stop.abort();
  await expect(given).rejects.toThrow('mute');
  expect(vi.getTimerCount()).toBe(0);
});
