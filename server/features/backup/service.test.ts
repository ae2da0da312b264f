import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { loadIdentity } from '../../bundle/identity.ts';
import { ManualClock, systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { silent } from '../../test/httpRig.ts';
import { RunLog } from './runLog.ts';
import { BackupService } from './service.ts';

afterEach(() => void vi.useRealTimers());

it('a backup is made though its alarm cannot be stored, and the alarm is raised once it can be', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'backups-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const runLog = new RunLog(dataFolder, silent);
  const alarm = vi.fn<(text: string | null) => void>(() => {
    throw new Failure('storageFull', 'The disk is full');
  });
  const clock = new ManualClock(systemClock.now());
  const service = new BackupService({
    dataFolder,
    identity: loadIdentity(join(dataFolder, 'keys'), systemClock.now()),
    program: '1.0.0',
    jobs: { run: async () => ({ snapshot: 'one', bytes: 1, days: 0, damaged: 0 }) },
    runLog,
    missing: () => null,
    flush: async () => undefined,
    restart: undefined,
    alarm,
    clock,
    log: silent,
  });
  service.start();
  // the plant stands still: nothing of it is new
  await vi.advanceTimersByTimeAsync(900_000);
  expect(runLog.runs).toEqual([]);
  clock.advance(300_000);
  await vi.advanceTimersByTimeAsync(60_000);
  await service.settled();
  expect(alarm).toHaveBeenCalledTimes(1);
  expect(runLog.runs).toMatchObject([{ kind: 'backup', outcome: 'verified', snapshot: 'one' }]);
  alarm.mockImplementation(() => undefined);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(alarm).toHaveBeenCalledTimes(2);
  await service.stop();
});
