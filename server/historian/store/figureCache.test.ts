import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FigureCache } from './figureCache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a figure is known only for what it was worked out from', () => {
  const cache = new FigureCache();
  cache.set('load 7', 20_000, 'content a', [1.5, null]);
  expect(cache.get('load 7', 20_000, 'content a')).toEqual([1.5, null]);
  expect(cache.get('load 7', 20_000, 'content b')).toBeUndefined();
  expect(cache.get('load 7', 20_001, 'content a')).toBeUndefined();
  expect(cache.get('load 8', 20_000, 'content a')).toBeUndefined();
  cache.set('load 7', 20_000, 'content b', [2]);
  expect(cache.get('load 7', 20_000, 'content b')).toEqual([2]);
  expect(cache.get('load 7', 20_000, 'content a')).toBeUndefined();
});

it('what nobody asked for in three minutes is let go, and no timer is left', () => {
  const cache = new FigureCache();
  cache.set('load 7', 20_000, 'content', [1]);
  vi.advanceTimersByTime(120_000);
  expect(cache.get('load 7', 20_000, 'content')).toEqual([1]);
  vi.advanceTimersByTime(179_000);
  expect(cache.get('load 7', 20_000, 'content')).toEqual([1]);
  vi.advanceTimersByTime(210_000);
  expect(cache.get('load 7', 20_000, 'content')).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});

it('what nobody asked for is let go though others are asked for, and makes room', () => {
  const cache = new FigureCache();
  for (let period = 0; period < 39_999; period += 1) cache.set('fill 7', period, 'content', [period]);
  cache.set('load 7', 1, 'content', [1]);
  for (let minute = 0; minute < 4; minute += 1) {
    vi.advanceTimersByTime(60_000);
    expect(cache.get('load 7', 1, 'content')).toEqual([1]);
  }
  expect(cache.get('fill 7', 0, 'content')).toBeUndefined();
  cache.set('fill 8', 1, 'content', [2]);
  expect(cache.get('load 7', 1, 'content')).toEqual([1]);
});

it('with too many of them it begins anew', () => {
  const cache = new FigureCache();
  for (let period = 0; period < 40_000; period += 1) cache.set('fill 7', period, 'content', [period]);
  expect(cache.get('fill 7', 0, 'content')).toEqual([0]);
  cache.set('fill 7', 40_000, 'content', [40_000]);
  expect(cache.get('fill 7', 0, 'content')).toBeUndefined();
  expect(cache.get('fill 7', 40_000, 'content')).toEqual([40_000]);
});
