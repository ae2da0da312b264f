import { describe, expect, test } from 'vitest';
import { ApiError } from '../api/call.ts';
import { freshIn, isForbidden, isOld, whyOf, worstOf } from './fresh.ts';

const refused = (http: number, reason?: 'permission') =>
  new ApiError({
    kind: 'refused',
    http,
    body: { status: 'error', code: http, message: '', requestId: 'r', ...(reason === undefined ? {} : { reason }) },
  });
const known = { atMs: 1000, error: null, nextTryMs: null, isOld: false } as const;

describe('freshness', () => {
  test('is good while the last call was answered and the data are younger than two intervals', () => {
    expect(freshIn(known).why).toBeNull();
    expect(freshIn({ ...known, isOld: true }).why).toBe('old');
    expect([61_000, 61_001].map((nowMs) => isOld(1000, 30_000, nowMs))).toEqual([false, true]);
    expect(isOld(null, 30_000, 61_001)).toBe(false);
  });

  test('of what is asked once does not end by age', () => {
    expect(isOld(1000, false, 10_000_000)).toBe(false);
  });

  test('ends with the first failed call, and says why and when it is asked again', () => {
    expect(freshIn({ ...known, error: refused(429), nextTryMs: 40_000 })).toEqual({
      atMs: 1000,
      why: 'rateLimit',
      nextTryMs: 40_000,
    });
  });

  test('names what failed', () => {
    expect(whyOf(new ApiError({ kind: 'unreachable' }))).toBe('unreachable');
    expect(whyOf(new ApiError({ kind: 'unreachable', timedOut: true }))).toBe('timeout');
    expect(whyOf(new ApiError({ kind: 'unreadable', http: 502, requestId: null, detail: '', foreign: true }))).toBe('foreign');
    expect(whyOf(refused(500))).toBe('server');
    expect(whyOf(refused(503))).toBe('busy');
    expect(whyOf(refused(404))).toBe('refused');
  });

  test('of several is that of the oldest, and the first fault', () => {
    expect(
      worstOf([
        { atMs: 2000, why: null, nextTryMs: null },
        { atMs: 1000, why: 'server', nextTryMs: 5000 },
        { atMs: null, why: null, nextTryMs: null },
      ]),
    ).toEqual({ atMs: 1000, why: 'server', nextTryMs: 5000 });
  });
});

test('only a missing right is called forbidden', () => {
  expect(isForbidden(refused(401, 'permission'))).toBe(true);
  expect(isForbidden(refused(401))).toBe(false);
});
