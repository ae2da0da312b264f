import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneByOne } from './oneByOne.ts';

let begun: number;
/** Ends the run that is under way. */
let end: () => void;
const slow = () =>
  oneByOne(100, () => {
    begun += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    end = resolve;
    return promise;
  });

beforeEach(() => {
  begun = 0;
  end = () => undefined;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('calls that come quicker than a run takes are answered again and again, by one run at a time', async () => {
  const one = slow();
  for (let call = 1; call <= 60; call += 1) {
    one.call();
    await vi.advanceTimersByTimeAsync(50);
    // never a second one while one is under way
    expect(begun).toBe(Math.ceil(call / 10) - (call % 10 === 1 ? 1 : 0));
    if (call % 10 === 0) end();
  }
});

test('what is called during a run has a run that began after it, and then there is rest', async () => {
  const one = slow();
  one.call();
  await vi.advanceTimersByTimeAsync(150);
  one.call();
  one.call();
  end();
  await vi.advanceTimersByTimeAsync(150);
  expect(begun).toBe(2);
  end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun).toBe(2);
});

test('nothing runs after it was stopped, also where a call came during a run', async () => {
  const one = slow();
  one.call();
  await vi.advanceTimersByTimeAsync(150);
  one.call();
  one.stop();
  end();
  one.call();
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toBe(1);
});
