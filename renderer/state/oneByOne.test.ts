import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneByOne } from './oneByOne.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('calls that come quicker than a run takes are answered again and again, by one run at a time', async () => {
  let [begun, ended] = [0, 0];
  const slow = oneByOne(100, async () => {
    begun += 1;
    await new Promise((done) => setTimeout(done, 400));
    ended += 1;
  });
  for (let call = 0; call < 60; call += 1) {
    slow.call();
    await vi.advanceTimersByTimeAsync(50);
    expect(begun - ended).toBeLessThanOrEqual(1);
  }
  expect(ended).toBeGreaterThanOrEqual(5);
});

test('what is called during a run has a run that began after it, and then there is rest', async () => {
  let begun = 0;
  const slow = oneByOne(100, async () => {
    begun += 1;
    await new Promise((done) => setTimeout(done, 400));
  });
  slow.call();
  await vi.advanceTimersByTimeAsync(150);
  slow.call();
  slow.call();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun).toBe(2);
});

test('nothing runs after it was stopped', async () => {
  let begun = 0;
  const one = oneByOne(100, async () => {
    begun += 1;
  });
  one.call();
  one.stop();
  one.call();
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toBe(0);
});
