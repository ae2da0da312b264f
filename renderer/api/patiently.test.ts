import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { missingFiles, patiently } from './patiently.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a file that neither comes nor fails, as of a server that hangs, counts as missing until it comes', async () => {
  const counts: number[] = [];
  const off = missingFiles.subscribe(() => counts.push(missingFiles.count()));
  const given: ((page: string) => void)[] = [];
  const coming = patiently(() => new Promise<string>((come) => given.push(come)));
  await vi.advanceTimersByTimeAsync(4900);
  expect(counts).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(counts).toEqual([1]);
  given[0]?.('page');
  expect(await coming).toBe('page');
  expect([counts, given.length, vi.getTimerCount()]).toEqual([[1, 0], 1, 0]);
  off();
});

test('a file is tried until it comes, slower and slower, and counts as missing meanwhile', async () => {
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  const counts: number[] = [];
  const off = missingFiles.subscribe(() => counts.push(missingFiles.count()));
  let tries = 0;
  const coming = patiently(async () => {
    tries += 1;
    if (tries < 6) throw new Error('away');
    return 'page';
  });
  const seen: number[] = [];
  for (let second = 0; second < 12; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    seen.push(tries);
  }
  target.dispatchEvent(new Event('online'));
  expect(await coming).toBe('page');
  expect([seen, counts, vi.getTimerCount()]).toEqual([[2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5], [1, 0], 0]);
  off();
});
