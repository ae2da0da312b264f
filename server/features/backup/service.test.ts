import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { writePolicy } from '../../backup/policy.ts';
import { loadIdentity } from '../../bundle/identity.ts';
import { type BackupRun, backupPolicy } from '../../contract/plant/backup.ts';
import { ManualClock, systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { silent } from '../../test/httpRig.ts';
import { RunLog } from './runLog.ts';
import { type BackupParts, BackupService } from './service.ts';

afterEach(() => void vi.useRealTimers());

type Parts = Pick<BackupParts, 'dataFolder' | 'runLog' | 'alarm' | 'clock'> & Partial<BackupParts>;
const serviceIn = (parts: Parts): BackupService =>
  new BackupService({
    identity: loadIdentity(join(parts.dataFolder, 'keys'), systemClock.now()),
    program: '1.0.0',
    jobs: { run: async () => ({ snapshot: 'one', bytes: 1, days: 0, damaged: 0 }) },
    missing: () => null,
    flush: async () => undefined,
    restart: undefined,
    log: silent,
    ...parts,
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

/** A list of runs that is looked at as it is written: how the newest ended, and whether the next start exchanges the plant. */
class WatchedLog extends RunLog {
  readonly written: [outcome: string | undefined, isMarked: boolean][] = [];
  readonly #mark: string;

  constructor(dataFolder: string) {
    super(dataFolder, silent);
    this.#mark = join(dataFolder, 'restore.json');
  }

  override put(run: BackupRun): void {
    this.written.push([run.outcome, existsSync(this.#mark)]);
    super.put(run);
  }
}

/** A run with a folder that answers a first look, and none after the job. */
const runBeforeHang = async (kind: 'backup' | 'restore') => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'backups-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  writePolicy(dataFolder, backupPolicy.parse({ folder: join(dataFolder, 'share') }));
  const runLog = new WatchedLog(dataFolder);
  const looks = vi.fn(async () => {
    if (looks.mock.calls.length > 1) throw new Failure('unavailable', 'the share does not answer');
    return { isSameDisk: false, snapshots: [] };
  });
  const run = async (job: string) =>
    job === 'lookAtBackups' ? await looks() : { snapshot: 'one', bytes: 1, days: 0, damaged: 0 };
  const restart = vi.fn();
  const clock = new ManualClock(systemClock.now());
  const service = serviceIn({ dataFolder, runLog, alarm: () => undefined, clock, jobs: { run }, restart });
  service.begin(kind, kind === 'restore' ? { name: 'one' } : {});
  await service.settled();
  expect(looks).toHaveBeenCalledTimes(2);
  return { runLog, restart, dataFolder };
};

it('a backup that was read back is a verified one, also where its share hangs just after', async () => {
  const { runLog } = await runBeforeHang('backup');
  expect(runLog.runs).toMatchObject([{ kind: 'backup', outcome: 'verified', snapshot: 'one', error: null }]);
  expect(runLog.lastVerified).toMatchObject({ snapshot: 'one' });
});

it('a plant that was restored takes its place, also where the share hangs just after', async () => {
  const { runLog, restart } = await runBeforeHang('restore');
  expect(runLog.runs).toMatchObject([{ kind: 'restore', outcome: 'verified' }]);
  expect(restart).toHaveBeenCalledTimes(1);
  // killed at any moment it is not listed as done while nothing will take the place of the plant
  expect(runLog.written).toEqual([
    ['running', false],
    ['verified', true],
  ]);
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
