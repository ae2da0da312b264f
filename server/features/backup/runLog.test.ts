import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { BackupRun } from '../../contract/plant/backup.ts';
import { silent } from '../../test/httpRig.ts';
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
