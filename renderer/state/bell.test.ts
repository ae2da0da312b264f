import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Bell } from './bell.ts';

let stored: Map<string, string>;
let tones: number;
const storage = () =>
  ({
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }) as Storage;

class Audio {
  currentTime = 0;
  destination = {};
  resume = async () => undefined;
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: (next: unknown) => next,
    start: () => {
      tones += 1;
    },
    stop: () => undefined,
  });
  createGain = () => ({
    gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined },
    connect: (next: unknown) => next,
  });
}

/** One ring is two tones. */
const rings = () => tones / 2;

beforeEach(() => {
  stored = new Map();
  tones = 0;
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', Audio);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('nothing sounds before a person wants it', () => {
  const bell = new Bell(storage());
  bell.call(true);
  vi.advanceTimersByTime(60_000);
  expect([bell.wanted(), rings()]).toEqual([false, 0]);
});

test('sounds once when it is turned on, then every ten seconds while an alarm waits, and no more when it is answered', () => {
  const bell = new Bell(storage());
  bell.want(true);
  expect(rings()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(rings()).toBe(1);
  bell.call(true);
  expect(rings()).toBe(2);
  vi.advanceTimersByTime(30_000);
  expect(rings()).toBe(5);
  bell.call(false);
  vi.advanceTimersByTime(60_000);
  expect(rings()).toBe(5);
});

test('it is silenced while an alarm waits, and the choice outlives a reload', () => {
  const bell = new Bell(storage());
  bell.want(true);
  bell.call(true);
  const again = new Bell(storage());
  expect(again.wanted()).toBe(true);
  bell.want(false);
  const heard = rings();
  vi.advanceTimersByTime(60_000);
  expect(rings()).toBe(heard);
  expect(new Bell(storage()).wanted()).toBe(false);
});
