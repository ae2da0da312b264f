import { describe, expect, it } from 'vitest';
import type { LiveValue } from '../../server/contract/live/messages.ts';
import { LiveValues } from './liveValues.ts';

const at = (seconds: number): string => new Date(1_700_000_000_000 + seconds * 1000).toISOString();
const value = (over: Partial<LiveValue> = {}): LiveValue => ({
  unitId: 'u1',
  param: 'flow',
  value: 5,
  quality: 'GOOD',
  at: at(0),
  ...over,
});

describe('live values', () => {
  it('keep the last good value while attempts fail', () => {
    const values = new LiveValues();
    values.take([value()]);
    values.take([value({ value: null, quality: 'BAD_TIMEOUT', at: at(0) })]);
    expect(values.get('u1', 'flow')).toEqual({ value: 5, quality: 'BAD_TIMEOUT', atMs: 1_700_000_000_000 });
  });

  it('do not let an older answer take the place of a newer message', () => {
    const values = new LiveValues();
    values.take([value({ value: 7, at: at(10) })]);
    values.take([value({ value: 5, at: at(2) })]);
    expect(values.get('u1', 'flow')?.value).toBe(7);
  });

  it('notify those who show the unit, and nobody else', () => {
    const values = new LiveValues();
    const told: string[] = [];
    values.subscribe('u1', () => told.push('u1'));
    const leave = values.subscribe('u2', () => told.push('u2'));
    values.take([value(), value({ param: 'level' })]);
    leave();
    values.take([value({ unitId: 'u2' })]);
    expect(told).toEqual(['u1']);
  });

  it('know the newest of the plant, and forget all at the end of a session', () => {
    const values = new LiveValues();
    values.take([value({ at: at(4) }), value({ unitId: 'u2', at: at(9) }), value({ unitId: 'u3', value: null, at: null })]);
    expect(values.newestAtMs()).toBe(1_700_000_009_000);
    values.clear();
    expect(values.newestAtMs()).toBeUndefined();
    expect(values.get('u1', 'flow')).toBeUndefined();
  });

  it('claim that the plant has none only where the server says so', () => {
    const values = new LiveValues();
    values.take([value({ value: null, at: null })]);
    expect(values.newestAtMs()).toBeUndefined();
    values.takeNewest(null);
    expect(values.newestAtMs()).toBeNull();
    values.takeNewest(1_700_000_000_000);
    values.takeNewest(null);
    expect(values.newestAtMs()).toBe(1_700_000_000_000);
  });
});
