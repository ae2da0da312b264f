import { describe, expect, it } from 'vitest';
import type { WritePointNow } from '../../../server/contract/plant/commands.ts';
import { refusalOf } from './refusal.ts';

const atMs = Date.parse('2026-11-22T10:00:00.000Z');
const now = (more: Partial<WritePointNow> = {}): WritePointNow => ({
  id: 'p',
  name: 'Pump speed',
  at: '2026-11-22T10:00:00.000Z',
  slaveId: 1,
  value: 40,
  readAt: '2026-11-22T10:00:00.000Z',
  staleAfterMs: 10_000,
  valve: null,
  interlocks: [],
  ...more,
});
const asked = { kind: 'setpoint', hasRight: true, readOnly: false, isLinked: true, now: now(), nowMs: atMs } as const;
const interlock = {
  text: 'level',
  is: 'above',
  limit: 1,
  measure: 'bar',
  value: 0,
  readAt: null,
  isMet: false,
  refusal: 'level: it is 0',
} as const;

describe('a command is refused in the panel', () => {
  it.each([
    ['without the right', { hasRight: false }, 'noRight'],
    ['while the field is read-only', { readOnly: true }, 'readOnly'],
    ['without a live connection', { isLinked: false }, 'noLink'],
    ['before the state is known', { now: undefined }, 'noLink'],
    ['on a state that was never read', { now: now({ readAt: null }) }, 'tooOld'],
    ['on a state older than two scans', { nowMs: atMs + 10_001 }, 'tooOld'],
    ['while a condition does not hold', { now: now({ interlocks: [interlock] }) }, 'interlocked'],
  ] as const)('%s', (_, more, reason) => {
    expect(refusalOf({ ...asked, ...more })).toBe(reason);
  });

  it('and goes with a state of two scans, with conditions that hold, and as a pulse without any state', () => {
    expect(refusalOf({ ...asked, nowMs: atMs + 10_000 })).toBeNull();
    expect(refusalOf({ ...asked, now: now({ interlocks: [{ ...interlock, isMet: true, refusal: null }] }) })).toBeNull();
    expect(refusalOf({ ...asked, kind: 'command', now: now({ readAt: null }) })).toBeNull();
  });
});
