import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Bell } from './bell.ts';

let stored: Map<string, string>;
let tones: number;
/** What the browser does before a person's first press on the page: it plays nothing, and its audio clock stands. */
let isBlocked: boolean;
let contexts: Audio[];
const storage = () =>
  ({
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }) as Storage;

class Audio {
  currentTime = 0;
  destination = {};
  state = isBlocked ? 'suspended' : 'running';
  onstatechange: (() => void) | null = null;
  resumed = 0;
  constructor() {
    contexts.push(this);
  }
  resume = async () => {
    this.resumed += 1;
    if (isBlocked || this.state === 'running') return;
    this.state = 'running';
    this.onstatechange?.();
  };
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
  isBlocked = false;
  contexts = [];
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

test('a browser that lets it sound is not asked again, whatever it would answer', () => {
  const bell = new Bell(storage());
  bell.want(true);
  bell.call(true);
  vi.advanceTimersByTime(30_000);
  expect([rings(), contexts.map(({ resumed }) => resumed)]).toEqual([5, [0]]);
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

test('it is silenced in a browser that has no room to keep the choice', () => {
  stored.set('headworks.sound', 'on');
  const bell = new Bell({
    ...storage(),
    setItem: () => {
      throw new DOMException('', 'QuotaExceededError');
    },
  });
  bell.call(true);
  bell.want(false);
  const rung = rings();
  vi.advanceTimersByTime(60_000);
  expect([bell.wanted(), rings()]).toEqual([false, rung]);
});

test('the second press of a hand that presses twice does not undo the first', () => {
  const bell = new Bell(storage());
  bell.press();
  vi.advanceTimersByTime(300);
  bell.press();
  expect(bell.wanted()).toBe(true);
  vi.advanceTimersByTime(1000);
  bell.press();
  vi.advanceTimersByTime(300);
  bell.press();
  expect(bell.wanted()).toBe(false);
});

test('a press that finds the sound just let off by the same hand keeps it on', async () => {
  stored.set('headworks.sound', 'on');
  isBlocked = true;
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  const bell = new Bell(storage());
  bell.start();
  await vi.advanceTimersByTimeAsync(60_000);
  isBlocked = false;
  await contexts[0]?.resume();
  expect(bell.blocked()).toBe(false);
  bell.press();
  expect(bell.wanted()).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  bell.press();
  expect(bell.wanted()).toBe(false);
});

test('after a reload it says that the browser lets nothing sound, stores up no tones, and rings at the first press on the page', async () => {
  stored.set('headworks.sound', 'on');
  isBlocked = true;
  vi.stubGlobal('addEventListener', (_: string, listener: (event: { target: null }) => void) => presses.push(listener));
  vi.stubGlobal('removeEventListener', () => undefined);
  const presses: ((event: { target: null }) => void)[] = [];
  const bell = new Bell(storage());
  bell.start();
  bell.call(true);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([bell.wanted(), bell.blocked(), rings()]).toEqual([true, true, 0]);

  isBlocked = false;
  for (const press of presses) press({ target: null });
  await vi.advanceTimersByTimeAsync(0);
  expect([bell.blocked(), rings()]).toEqual([false, 1]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(rings()).toBe(4);
  expect(contexts).toHaveLength(1);
});
