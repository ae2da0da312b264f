import { describe, expect, it } from 'vitest';
import { type BackupRun, backupPolicy } from '../../contract/plant/backup.ts';
import { dueRun, isDoubted } from './due.ts';
import { alarmOf, findingsOf, lastRuns, type Situation } from './findings.ts';

const hour = 3_600_000;
const day = 24 * hour;
const nowMs = Date.parse('2026-11-22T12:00:00Z');
const policy = backupPolicy.parse({});
const run = (kind: BackupRun['kind'], agoMs: number, outcome: BackupRun['outcome'] = 'verified'): BackupRun => ({
  ...{ id: 'x', kind, startedAt: new Date(nowMs - agoMs).toISOString(), endedAt: null, outcome },
  ...{ snapshot: null, bytes: null, days: null, error: 'no room', questions: null },
});

describe('a run is due', () => {
  it.each([
    ['at first', [], 'backup'],
    ['an hour after the last one', [run('backup', hour), run('drill', day)], 'backup'],
    ['not before', [run('backup', hour - 1), run('drill', day)], undefined],
    ['ten minutes after one that failed', [run('backup', hour / 6, 'failed'), run('drill', day)], 'backup'],
    ['and not sooner', [run('backup', hour / 6 - 1, 'failed'), run('drill', day)], undefined],
    ['when the clock was set back behind the last one', [run('backup', -day)], 'backup'],
    ['as a drill, once there is a verified backup', [run('backup', 1)], 'drill'],
    ['as a drill, a month after the last', [run('backup', 1), run('drill', 30 * day)], 'drill'],
    ['as a drill, a day after one that failed', [run('backup', 1), run('drill', day, 'failed')], 'drill'],
    ['as no drill before that', [run('backup', 1), run('drill', 29 * day)], undefined],
  ] as const)('%s', (_, runs, due) => {
    expect(dueRun(policy, runs, nowMs)).toBe(due);
  });

  it('once a day where the policy says so, and never where backups are off', () => {
    const runs = [run('backup', 23 * hour), run('drill', 1)];
    expect(dueRun({ ...policy, every: 'day' }, runs, nowMs)).toBeUndefined();
    expect(dueRun({ ...policy, every: 'day' }, [run('backup', day)], nowMs)).toBe('backup');
    expect(dueRun({ ...policy, enabled: false }, [], nowMs)).toBeUndefined();
  });
});

describe('what backups hold already', () => {
  it.each([
    ['is not doubted at first', [], false],
    ['nor after a backup', [run('backup', hour), run('drill', day)], false],
    ['is after a drill that failed', [run('drill', 1, 'failed'), run('backup', hour)], true],
    [
      'also where the backup after it failed too',
      [run('backup', 1, 'failed'), run('verify', 2, 'failed'), run('backup', hour)],
      true,
    ],
    ['is not once a backup was made since', [run('backup', 1), run('drill', 2, 'failed')], false],
  ] as const)('%s', (_, runs, doubted) => {
    expect(isDoubted(runs)).toBe(doubted);
  });
});

describe('findings about backups', () => {
  const well: Situation = {
    policy,
    hasKit: true,
    isSameDisk: false,
    lastVerifiedMs: nowMs - hour,
    ...lastRuns([run('backup', hour), run('drill', day)]),
    missing: null,
    nowMs,
    upMs: day,
  };
  const codes = (change: Partial<Situation>): string[] => findingsOf({ ...well, ...change }).map(({ code }) => code);

  it('are none where all is well', () => {
    expect(findingsOf(well)).toEqual([]);
    expect(alarmOf(well)).toBeNull();
  });

  it('name what is wrong, and raise an alarm for what may cost data', () => {
    expect(codes({ hasKit: false, isSameDisk: true })).toEqual(['noRecoveryKit', 'sameDisk']);
    expect(codes({ lastVerifiedMs: null })).toEqual(['noVerifiedBackup']);
    expect(codes({ lastVerifiedMs: null, upMs: hour / 2 })).toEqual([]);
    expect(codes({ lastVerifiedMs: nowMs - 2 * day })).toEqual([]);
    expect(codes({ lastVerifiedMs: nowMs - 3 * day, lastRun: run('backup', 1, 'failed') })).toEqual(['oldBackup', 'failed']);
    expect(alarmOf({ ...well, lastVerifiedMs: nowMs - 3.5 * day })).toBe('The last verified backup is 3 days old');
    expect(alarmOf({ ...well, hasKit: false, isSameDisk: true })).toBeNull();
    expect(codes({ policy: { ...policy, enabled: false }, lastVerifiedMs: null })).toEqual(['off']);
  });

  it('say that a drill failed, and the alarm that another one did, until one holds', () => {
    const once = [run('backup', hour), run('drill', day, 'failed'), run('drill', 30 * day)];
    const twice = [run('drill', hour, 'failed'), ...once];
    expect(codes(lastRuns(once))).toEqual(['failed']);
    expect(alarmOf({ ...well, ...lastRuns(once) })).toBeNull();
    expect(alarmOf({ ...well, ...lastRuns(twice) })).toBe('The last drill failed, a backup may not be restorable: no room');
    expect(codes({ ...lastRuns(twice), policy: { ...policy, enabled: false } })).toEqual(['off']);
    expect(alarmOf({ ...well, ...lastRuns([run('drill', 1), ...twice]) })).toBeNull();
  });

  it('are not muted by a clock that was ahead and was set back', () => {
    const year = 365 * day;
    expect(codes({ lastVerifiedMs: nowMs + year })).toEqual(['oldBackup']);
    expect(alarmOf({ ...well, lastVerifiedMs: nowMs + year })).toMatch(/clock was set back/);
    // the first backup after a start is given its hour, and so are zones and summer time
    expect(codes({ lastVerifiedMs: nowMs + year, upMs: hour / 2 })).toEqual([]);
    expect(codes({ lastVerifiedMs: nowMs + day })).toEqual([]);
  });
});
