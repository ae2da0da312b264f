import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RetentionFacts, retentionOf } from './retention.ts';

const facts: RetentionFacts = {
  nowMs: Date.parse('2026-11-22T10:00:00Z'),
  firstDay: 20_000,
  firstEntryMs: Date.parse('2024-10-04T05:00:00Z'),
  backupTimes: [Date.parse('2026-11-22T09:00:00Z'), Date.parse('2026-06-01T09:00:00Z')],
  keep: { newest: 24, days: 14, months: 6 },
  hasVerifiedBackup: true,
  fullOn: null,
  isGrowthKnown: true,
  isFull: false,
  isNear: false,
};
const of = (name: string, change: Partial<RetentionFacts> = {}) =>
  retentionOf({ ...facts, ...change }).classes.find((one) => one.class === name);

describe('what is kept', () => {
  it('is said by class, with dates', () => {
    expect(of('readings')).toMatchObject({ oldest: '2024-10-04', deletedBefore: null });
    expect(of('dayTotals')).toMatchObject({ oldest: '2024-10-04', deletedBefore: null });
    expect(of('chainedLogs')).toMatchObject({ oldest: '2024-10-04', deletedBefore: null });
    expect(of('reports')).toMatchObject({ deletedBefore: '2025-10-18' });
    expect(of('sessions')).toMatchObject({ deletedBefore: '2026-08-24' });
    expect(of('backups')).toMatchObject({ oldest: '2026-06-01', until: expect.stringContaining('newest 24') });
    expect(of('readings', { firstDay: null })).toMatchObject({ oldest: null });
  });

  it('says the days that the code goes by', () => {
    const source = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
    expect(source('reports/schedules/runFiles.ts')).toContain('KEEP_DAYS = 400');
    expect(source('auth/store.ts')).toContain('KEPT_ENDED_MS = 90 * DAY_MS');
    expect(source('alarms/live/liveLog.ts')).toContain('KEPT = 10_000');
  });

  it('asks the owner where the disk fills, and first for a backup where there is none', () => {
    expect(retentionOf(facts).question).toBeNull();
    const near = { isNear: true, fullOn: '2026-12-01' };
    expect(retentionOf({ ...facts, ...near }).question).toContain('full on about 2026-12-01');
    expect(retentionOf({ ...facts, ...near }).question).toContain('is safe');
    expect(retentionOf({ ...facts, ...near, hasVerifiedBackup: false }).question).toContain('choose a folder for backups');
    expect(retentionOf({ ...facts, isFull: true }).question).toMatch(/^The disk is full\./);
  });
});
