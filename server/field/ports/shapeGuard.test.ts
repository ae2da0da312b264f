import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import type { ReadOperation } from './codec.ts';
import { ShapeGuard } from './shapeGuard.ts';

const read = (count: number, space: ReadOperation['space'] = 'holding'): ReadOperation => ({
  kind: 'read',
  space,
  address: 40,
  count,
});

describe('the shape guard', () => {
  it('asks nothing of a unit that answered so far', () => {
    expect(new ShapeGuard(new ManualClock(0)).probe(1, read(4))).toBeNull();
  });

  it('probes with another length, and only the unit in doubt', () => {
    const guard = new ShapeGuard(new ManualClock(0));
    guard.unanswered(1, read(4));
    expect(guard.probe(1, read(4))).toEqual(read(1));
    expect(guard.probe(2, read(4))).toBeNull();
    expect(guard.answered(1, read(1), false)).toBe(true);
    expect(guard.probe(1, read(4))).toBeNull();
  });

  it('never probes with the shape of a request that is outstanding, nor with so many that every shape is in doubt', () => {
    const guard = new ShapeGuard(new ManualClock(0));
    guard.unanswered(1, read(1));
    const used = new Set<string>();
    for (let i = 0; i < 100; i += 1) {
      const probe = guard.probe(1, read(1)) ?? read(1);
      used.add(JSON.stringify(probe));
      guard.unanswered(1, probe);
    }
    expect(used.has(JSON.stringify(read(1)))).toBe(false);
    expect(used.size).toBe(6);
  });

  it('asks again at once a device that gives one register at a time and was away for long', () => {
    const guard = new ShapeGuard(new ManualClock(0));
    guard.unanswered(1, read(1));
    for (let i = 0; i < 40; i += 1) guard.unanswered(1, guard.probe(1, read(1)) ?? read(1));
    // it refuses all probes: how many registers was asked for, an exception does not say
    let refusals = 0;
    for (let probe = guard.probe(1, read(1)); probe && refusals < 9; probe = guard.probe(1, read(1))) {
      guard.answered(1, probe, true);
      refusals += 1;
    }
    expect(refusals).toBeLessThanOrEqual(3);
  });

  it('still expects the other probes where an answer may have been that of the first of two like it', () => {
    const guard = new ShapeGuard(new ManualClock(0));
    guard.unanswered(1, read(4));
    for (let i = 0; i < 7; i += 1) guard.unanswered(1, guard.probe(1, read(4)) ?? read(4));
    const again = guard.probe(1, read(4)) ?? read(4);
    expect(guard.answered(1, again, false)).toBe(true);
    expect(guard.probe(1, read(4))).toBeNull();
    const alike = guard.probe(1, { ...again, address: 90 });
    expect(alike).not.toBeNull();
    // one of a shape that nothing else has shows that all of them have come
    expect(guard.answered(1, alike ?? again, false)).toBe(true);
    expect(guard.probe(1, { ...again, address: 90 })).toBeNull();
  });

  it('does not trust an exception that an outstanding request of that function may have caused', () => {
    const guard = new ShapeGuard(new ManualClock(0));
    guard.unanswered(1, read(1));
    const sameFunction = guard.probe(1, read(1));
    expect(sameFunction).toEqual(read(2));
    expect(guard.answered(1, read(2), true)).toBe(false);
    const otherFunction = guard.probe(1, read(1));
    expect(otherFunction).toEqual(read(1, 'input'));
    expect(guard.answered(1, read(1, 'input'), true)).toBe(true);
  });

  it('calls a unit dead that said nothing three times in a row, and an exception that proves nothing is something said', () => {
    const guard = new ShapeGuard(new ManualClock(0));
    for (const isDead of [false, false, true]) {
      guard.unanswered(1, read(1));
      expect(guard.isDead(1)).toBe(isDead);
    }
    guard.spoke(1);
    expect(guard.answered(1, read(2), true)).toBe(false);
    for (const isDead of [false, false, true]) {
      guard.unanswered(1, read(1));
      expect(guard.isDead(1)).toBe(isDead);
    }
  });

  it('is in doubt after an unanswered write as well', () => {
    const guard = new ShapeGuard(new ManualClock(0));
    guard.unanswered(1, { kind: 'writeCoil', address: 3, value: true });
    expect(guard.probe(1, { kind: 'writeCoil', address: 3, value: true })).toEqual({ ...read(1), address: 3 });
  });

  it.each([
    ['rtu', 60_000],
    ['mbap', 10_000],
  ] as const)('forgets a request over %s after %d ms, also where all probes since went unanswered', (framing, afterMs) => {
    const clock = new ManualClock(0);
    const guard = new ShapeGuard(clock, framing);
    guard.unanswered(1, read(4));
    for (const partMs of [afterMs / 2, afterMs / 2]) {
      clock.advance(partMs);
      const probe = guard.probe(1, read(4));
      expect(probe).not.toBeNull();
      guard.unanswered(1, probe ?? read(4));
    }
    clock.advance(1);
    expect(guard.probe(1, read(4))).toBeNull();
  });
});
