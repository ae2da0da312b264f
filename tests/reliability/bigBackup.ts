/**
 * 1,000 series with a year of slots (server/test/bigPlant.ts): how long a first backup, its verification, the next backup, a restore and the
 * recovery of a damaged database take, and how late a timer of 10 ms was in this process meanwhile, while the work ran in another.
 */
import { copyFileSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupFolder } from '../../server/backup/backupFolder.ts';
import { backupFolderOf } from '../../server/backup/policy.ts';
import { recoverDatabase } from '../../server/backup/recoverDatabase.ts';
import { restoreBackup } from '../../server/backup/restoreBackup.ts';
import { loadIdentity } from '../../server/bundle/identity.ts';
import { systemClock } from '../../server/core/clock.ts';
import { ForkHost } from '../../server/jobs/forkHost.ts';
import { JobPool } from '../../server/jobs/pool.ts';
import { startBigPlant } from '../../server/test/bigPlant.ts';
import { silent } from '../../server/test/httpRig.ts';

const root = mkdtempSync(join(tmpdir(), 'headworks-reliability-'));
const dataFolder = join(root, 'data');
const results: [string, string][] = [];
const seconds = async (name: string, work: () => Promise<string>): Promise<void> => {
  const started = performance.now();
  const said = await work();
  results.push([name, `${((performance.now() - started) / 1000).toFixed(1)} s${said && `, ${said}`}`]);
  console.log(...(results.at(-1) ?? []));
};

const big = await startBigPlant();
mkdirSync(dataFolder);
big.storage.writer.checkpoint('TRUNCATE');
copyFileSync(join(big.folder, 'headworks.db'), join(dataFolder, 'headworks.db'));
await big.stop();
console.log(`database ${(statSync(join(dataFolder, 'headworks.db')).size / 1_048_576).toFixed(0)} MiB`);

const keys = join(dataFolder, 'keys');
const { site, opening } = loadIdentity(keys, systemClock.now());
const folder = new BackupFolder(backupFolderOf(dataFolder, { folder: null }, site));
const jobs = new JobPool({ host: new ForkHost({ dataFolder, resources: root, memoryBytes: 400 * 1_048_576 }), log: silent });
let latestMs = 0;
let expected = performance.now() + 10;
const ticking = setInterval(() => {
  latestMs = Math.max(latestMs, performance.now() - expected);
  expected = performance.now() + 10;
}, 10);
const limits = { signal: new AbortController().signal, timeLimitMs: 1_800_000 };
const backup = async (): Promise<string> => {
  latestMs = 0;
  const done = (await jobs.run('backup', { nowMs: Date.now(), program: '0' }, limits)) as { days: number; bytes: number };
  return `${done.days} days, ${(done.bytes / 1_048_576).toFixed(0)} MiB, timer at most ${latestMs.toFixed(0)} ms late`;
};
try {
  await seconds('first backup with its verification', backup);
  await seconds('next backup with its verification', backup);
  clearInterval(ticking);
  const [{ name } = { name: '' }] = folder.snapshots();
  const turn = (): Promise<void> => Promise.resolve();
  await seconds('restore', async () => {
    const { days } = await restoreBackup({
      snapshot: folder.snapshotPath(name),
      openers: [opening],
      into: join(root, 'restored'),
      turn,
    });
    return `${days} days`;
  });
  const handle = openSync(join(dataFolder, 'headworks.db'), 'r+');
  writeSync(handle, Buffer.alloc(100), 0, 100, 0);
  await seconds('recovery of a database whose header was overwritten', async () => {
    const missing = await recoverDatabase(dataFolder, systemClock, silent);
    return `from ${missing?.from}, history missing of ${missing?.series.length} series`;
  });
} finally {
  clearInterval(ticking);
  jobs.stop();
  rmSync(root, { recursive: true, force: true });
}
