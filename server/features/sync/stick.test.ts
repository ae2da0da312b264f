import { afterEach, expect, it, vi } from 'vitest';
import type { RoundOrder } from './round/roundParts.ts';
import { writeStick } from './stick.ts';

afterEach(() => void vi.useRealTimers());

it('a folder that hangs, as a share whose server is gone, is looked at by a job alone, and given up after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked: string[] = [];
  const ask = (kind: string, _: object, signal: AbortSignal): Promise<never> => {
    asked.push(kind);
    return new Promise((_done, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const order = { ask, signal: new AbortController().signal } as unknown as RoundOrder;
  const ended = writeStick(order, { folder: '/nowhere/share' }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await ended).toMatchObject({
    code: 'unavailable',
    message: '/nowhere/share does not answer: is its network or disk there?',
  });
  expect(asked).toEqual(['folder']);
});
