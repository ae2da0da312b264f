import { describe, expect, it } from 'vitest';
import type { LiveReading } from './liveValues.ts';
import { trustIn } from './trust.ts';

const nowMs = 1_000_000_000;
const reading = (over: Partial<LiveReading> = {}): LiveReading => ({ value: 5, quality: 'GOOD', atMs: nowMs - 3000, ...over });
const now = { nowMs, connected: true, staleAfterMs: 10_000 };

describe('trust in a live value', () => {
  it('holds while it is good and young', () => {
    expect(trustIn(reading(), now)).toEqual({ kind: 'good', ageMs: 3000 });
  });

  it('ends after two intervals', () => {
    expect(trustIn(reading({ atMs: nowMs - 10_000 }), now).kind).toBe('good');
    expect(trustIn(reading({ atMs: nowMs - 10_001 }), now)).toEqual({ kind: 'doubtful', ageMs: 10_001, why: 'STALE' });
  });

  it('ends with a bad attempt, and says why', () => {
    expect(trustIn(reading({ quality: 'BAD_TIMEOUT' }), now)).toEqual({ kind: 'doubtful', ageMs: 3000, why: 'BAD_TIMEOUT' });
  });

  it('blames the connection where that is away', () => {
    expect(trustIn(reading({ atMs: nowMs - 60_000 }), { ...now, connected: false })).toMatchObject({ why: 'disconnected' });
    expect(trustIn(reading(), { ...now, connected: false }).kind).toBe('good');
  });

  it('has nothing to hold where no value ever came', () => {
    expect(trustIn(undefined, now)).toEqual({ kind: 'none', why: null });
    expect(trustIn(reading({ value: null, atMs: null, quality: 'BAD_NO_DEVICE' }), now)).toEqual({
      kind: 'none',
      why: 'BAD_NO_DEVICE',
    });
  });

  it('gives no negative age for a value from a clock that is ahead', () => {
    expect(trustIn(reading({ atMs: nowMs + 500 }), now)).toEqual({ kind: 'good', ageMs: 0 });
  });
});
