import { describe, expect, it } from 'vitest';
import type { Failure } from '../../core/fail.ts';
import { type Lane, Lanes, type Queued } from './lanes.ts';

type Named = Queued & { name: string; failure?: Failure };

const job = (lane: Lane, name: string, deadlineMs = 1000, isWanted?: () => boolean): Named => {
  const made: Named = {
    lane,
    name,
    deadlineMs,
    ...(isWanted ? { isWanted } : {}),
    reject: (failure) => {
      made.failure = failure;
    },
  };
  return made;
};

const lanesOf = (...jobs: Named[]): Lanes<Named> => {
  const lanes = new Lanes<Named>();
  for (const each of jobs) lanes.push(each);
  return lanes;
};

const order = (lanes: Lanes<Named>, nowMs = 0): string[] => {
  const names: string[] = [];
  for (let next = lanes.take(nowMs); next; next = lanes.take(nowMs)) names.push(next.name);
  return names;
};

describe('lanes', () => {
  it('take commands before polls and polls before scans', () => {
    expect(order(lanesOf(job('scan', 's'), job('poll', 'p'), job('command', 'c')))).toEqual(['c', 'p', 's']);
  });

  it('take polls by earliest deadline, equals in order of arrival', () => {
    expect(order(lanesOf(job('poll', 'slow', 60), job('poll', 'a', 5), job('poll', 'b', 5), job('poll', 'first', 1)))).toEqual([
      'first',
      'a',
      'b',
      'slow',
    ]);
  });

  it('leave polls a fifth of the line under a flood of commands', () => {
    const lanes = new Lanes<Named>();
    for (let i = 0; i < 20; i += 1) lanes.push(job('poll', 'p'));
    const taken: string[] = [];
    for (let i = 0; i < 50; i += 1) {
      while (lanes.depth[0] < 10) lanes.push(job('command', 'c'));
      taken.push(lanes.take(0)?.name ?? '');
    }
    expect(taken.filter((name) => name === 'p')).toHaveLength(10);
  });

  it('refuse the 33rd waiting command', () => {
    const lanes = lanesOf(...Array.from({ length: 32 }, () => job('command', 'c')));
    expect(() => lanes.push(job('command', 'one more'))).toThrow(/32 commands already wait/);
    expect(lanes.depth).toEqual([32, 0, 0]);
  });

  it('do not hand out a command after its deadline', () => {
    const late = job('command', 'late', 10);
    expect(order(lanesOf(late, job('command', 'in time', 30)), 20)).toEqual(['in time']);
    expect(late.failure?.code).toBe('cancelled');
  });

  it('reject late commands also while nothing is taken', () => {
    const late = job('command', 'late', 10);
    const lanes = lanesOf(late, job('command', 'in time', 30));
    lanes.expire(20);
    expect(late.failure?.code).toBe('cancelled');
    expect(lanes.earliestCommandDeadlineMs).toBe(30);
  });

  it('pass over what is no longer wanted', () => {
    const unwanted = job('poll', 'unwanted', 1, () => false);
    expect(order(lanesOf(unwanted, job('poll', 'wanted')))).toEqual(['wanted']);
    expect(unwanted.failure?.code).toBe('cancelled');
  });
});
