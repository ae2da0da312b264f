import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { finishSwap, markForSwap, stageIn } from '../../backup/swapFolder.ts';
import { type BackupRun, backupPolicy } from '../../contract/plant/backup.ts';
import { silent } from '../../test/httpRig.ts';
import { dueRun } from './due.ts';
import { RunLog } from './runLog.ts';

const verified: BackupRun = {
  ...{ id: 'backup-1', kind: 'backup', startedAt: '2026-11-22T12:00:00Z', endedAt: '2026-11-22T12:00:09Z', outcome: 'verified' },
  ...{ snapshot: 'one', bytes: 1, days: 0, error: null, questions: null },
};

it('what became of a backup while nothing could be written is written down once there is room', () => {
  const folder = mkdtempSync(join(tmpdir(), 'runs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const runs = new RunLog(folder, silent);
  // a file cannot take the place of a folder
  mkdirSync(join(folder, 'backup-runs.json', 'x'), { recursive: true });
  runs.put(verified);
  runs.store();
  expect(runs.lastVerified).toEqual({ at: '2026-11-22T12:00:09Z', snapshot: 'one' });
  rmSync(join(folder, 'backup-runs.json'), { recursive: true });
  expect(new RunLog(folder, silent).lastVerified).toBeNull();
  runs.store();
  expect(new RunLog(folder, silent).runs).toEqual([verified]);
  expect(new RunLog(folder, silent).lastVerified).toEqual({ at: '2026-11-22T12:00:09Z', snapshot: 'one' });
});

it('a drill is known until the next two are over, however many backups are made meanwhile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'runs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const runs = new RunLog(folder, silent);
  const put = (kind: BackupRun['kind'], at: number): void => runs.put({ ...verified, id: `${kind}-${at}`, kind });
  for (const drill of [1, 2, 3]) {
    put('drill', drill);
    for (let at = 0; at < 150; at += 1) put('backup', drill * 1000 + at);
  }
  const kept = new RunLog(folder, silent).runs;
  expect(kept.filter(({ kind }) => kind === 'drill').map(({ id }) => id)).toEqual(['drill-3', 'drill-2']);
  expect(kept.filter(({ kind }) => kind === 'backup')).toHaveLength(100);
  // the month until the next one is counted from the last
  const nowMs = Date.parse(verified.startedAt) + 60_000;
  expect(dueRun(backupPolicy.parse({}), kept, nowMs)).toBeUndefined();
});

it.each([
  [
    'was carried out by the next start',
    true,
    { outcome: 'verified', error: null, endedAt: '2026-11-22T12:03:00.000Z', snapshot: 'one' },
  ],
  ['was never marked', false, { outcome: 'failed', error: 'the server ended' }],
])('a restore that was killed before it was listed as done, and %s, is listed as that', (_, isMarked, listed) => {
  const folder = mkdtempSync(join(tmpdir(), 'runs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of [folder, stageIn(folder)]) {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'headworks.db'), path);
  }
  const atMs = Date.UTC(2026, 10, 22, 12, 3);
  new RunLog(folder, silent).restoring(
    { ...verified, id: 'restore-1', kind: 'restore', outcome: 'running', endedAt: null },
    atMs,
  );
  if (isMarked) markForSwap(folder, atMs);
  // killed here; the next start carries out what was marked
  finishSwap(folder);
  expect(new RunLog(folder, silent).runs).toMatchObject([{ id: 'restore-1', kind: 'restore', ...listed }]);
  // and says so from then on, whatever becomes of the old data
  rmSync(join(folder, 'before-restore-20261122T120300Z'), { recursive: true, force: true });
  expect(new RunLog(folder, silent).runs).toMatchObject([listed]);
});

const calls = ['openSync', 'writeFileSync', 'fsyncSync', 'renameSync'] as const;
/** Fails the n-th of these calls. @returns whether there were so many. */
const withFailingCall = (code: 'ENOSPC' | 'EIO', at: number, work: () => void): boolean => {
  let count = 0;
  const real = calls.map((name) => fs[name]);
  for (const [place, name] of calls.entries())
    Object.assign(fs, {
      [name]: (...values: never[]) => {
        count += 1;
        if (count === at) throw Object.assign(new Error(`${code}: ${name}`), { code });
        return (real[place] as (...given: never[]) => unknown)(...values);
      },
    });
  syncBuiltinESMExports();
  try {
    work();
  } finally {
    for (const [place, name] of calls.entries()) Object.assign(fs, { [name]: real[place] });
    syncBuiltinESMExports();
  }
  return count >= at;
};

it.each(['ENOSPC', 'EIO'] as const)(
  '%s in each call that writes the list of backups: it is whole as it was or as it is to be, and is as it is to be once there is room',
  (code) => {
    let failures = 0;
    for (let at = 1; ; at += 1) {
      const folder = mkdtempSync(join(tmpdir(), 'runs-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const earlier = { ...verified, id: 'backup-0', snapshot: 'none' };
      const runs = new RunLog(folder, silent);
      runs.put(earlier);
      const wasStruck = withFailingCall(code, at, () => {
        runs.put({ ...verified, outcome: 'running', endedAt: null, snapshot: null });
        runs.put(verified);
      });
      const said: string[] = [];
      const { runs: found } = new RunLog(folder, { ...silent, error: (_, message) => said.push(message) });
      expect(said).toEqual([]);
      expect(found.at(-1)).toEqual(earlier);
      runs.store();
      expect(new RunLog(folder, silent).runs).toEqual([verified, earlier]);
      if (!wasStruck) break;
      failures += 1;
    }
    expect(failures).toBeGreaterThan(6);
  },
);
