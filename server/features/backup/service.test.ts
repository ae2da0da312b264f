import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { loadIdentity } from '../../bundle/identity.ts';
import { ManualClock, systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { silent } from '../../test/httpRig.ts';
import { RunLog } from './runLog.ts';
import { type BackupParts, BackupService } from './service.ts';

afterEach(() => void vi.useRealTimers());

const serviceIn = (parts: Pick<BackupParts, 'dataFolder' | 'runLog' | 'alarm' | 'clock'>): BackupService =>
  new BackupService({
    ...parts,
    identity: loadIdentity(join(parts.dataFolder, 'keys'), systemClock.now()),
    program: '1.0.0',
    jobs: { run: async () => ({ snapshot: 'one', bytes: 1, days: 0, damaged: 0 }) },
    missing: () => null,
    flush: async () => undefined,
    restart: undefined,
    log: silent,
  });

it('a backup is made though its alarm cannot be stored, and the alarm is raised once it can be', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'backups-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const runLog = new RunLog(dataFolder, silent);
  const alarm = vi.fn<(text: string | null) => void>(() => {
    throw new Failure('storageFull', 'The disk is full');
  });
  const clock = new ManualClock(systemClock.now());
  const service = serviceIn({ dataFolder, runLog, alarm, clock });
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

it.each(['backup.json', 'keys/recovery-kit.json'])(
  'a %s that cannot be read is an alarm and a finding, and the server stays healthy',
  async (name) => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'backups-'));
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const alarm = vi.fn<(text: string | null) => void>();
    const clock = new ManualClock(systemClock.now());
    const service = serviceIn({ dataFolder, runLog: new RunLog(dataFolder, silent), alarm, clock });
    writeFileSync(join(dataFolder, name), '{"format":"headworks-');
    service.start();
    clock.advance(300_000);
    await vi.advanceTimersByTimeAsync(360_000);
    expect(alarm).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`${name} is damaged`));
    expect(service.summary().findings).toEqual(['failed']);
    await service.stop();
  },
);
