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

  it('never probes with a shape that is still outstanding', () => {
    const guard = new ShapeGuard(new ManualClock(0));
    const used = new Set<string>();
    for (let i = 0; i < 100; i += 1) {
      const probe = guard.probe(1, read(1)) ?? read(1);
      expect(used.has(JSON.stringify(probe))).toBe(false);
      used.add(JSON.stringify(probe));
      guard.unanswered(1, probe);
    }
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

  it('forgets after a minute', () => {
    const clock = new ManualClock(0);
    const guard = new ShapeGuard(clock);
    guard.unanswered(1, read(4));
    clock.advance(61_000);
    expect(guard.probe(1, read(4))).toBeNull();
  });
});
