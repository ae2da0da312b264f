/**
 * 1,000 series with a year of slots (server/test/bigPlant.ts): how long a first backup, its verification, the next backup, a restore and the
 * recovery of a damaged database take. Meanwhile this process stores a poll of 1,000 values each second, on the disk before it goes on: how
 * late it was done at most, with the same of half a minute before, and how long a piece of work takes that is always the same.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BackupFolder } from '../../server/backup/backupFolder.ts';
import { backupFolderOf } from '../../server/backup/policy.ts';
import { recoverDatabase } from '../../server/backup/recoverDatabase.ts';
import { restoreBackup } from '../../server/backup/restoreBackup.ts';
import { loadIdentity } from '../../server/bundle/identity.ts';
import { systemClock } from '../../server/core/clock.ts';
import { openDatabase } from '../../server/db/open.ts';
import { ForkHost } from '../../server/jobs/forkHost.ts';
import { JobPool } from '../../server/jobs/pool.ts';
import { startBigPlant } from '../../server/test/bigPlant.ts';
import { silent } from '../../server/test/httpRig.ts';
import { quantile } from './scenario.ts';

const POLL_MS = 1000;
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
const { sqlite } = openDatabase(join(dataFolder, 'headworks.db'));
const put = sqlite.prepare('insert or replace into reading_open (slot, series_id, value, quality) values (?, ?, ?, ?)');
const series = sqlite.prepare('select id from series').pluck().all() as number[];
const slot = sqlite.prepare('select max(slot) from reading_open').pluck().get() as number;
const delaysMs: number[] = [];
let polls = 0;
let dueMs = performance.now() + POLL_MS;
const polling = setInterval(() => {
  polls += 1;
  const startedMs = performance.now();
  sqlite.transaction(() => {
    for (const id of series) put.run(slot, id, polls, 'G');
  })();
  delaysMs.push(performance.now() - dueMs);
  dueMs = startedMs + POLL_MS;
}, POLL_MS);
/** Of the time since it was asked last. */
const pollsText = (): string => {
  const all = delaysMs.splice(0);
  return `${all.length} polls of ${series.length} values stored p99 ${quantile(all, 0.99).toFixed(0)} ms, at most ${Math.max(...all).toFixed(0)} ms after they were due`;
};
const sameWork = (): string => {
  const startedMs = performance.now();
  const bytes = Buffer.alloc(1_048_576);
  for (let at = 0; at < 500; at += 1) createHash('sha256').update(bytes).digest();
  return `500 MiB hashed in ${(performance.now() - startedMs).toFixed(0)} ms at load ${loadavg()[0]?.toFixed(1)}`;
};
console.log(`control: ${sameWork()}`);
delaysMs.length = 0;
dueMs = performance.now() + POLL_MS;
await wait(30_000);
console.log(`control: without a backup ${pollsText()}`);
const limits = { signal: new AbortController().signal, timeLimitMs: 1_800_000 };
const backup = async (): Promise<string> => {
  pollsText();
  const done = (await jobs.run('backup', { nowMs: Date.now(), program: '0' }, limits)) as { days: number; bytes: number };
  return `${done.days} days, ${(done.bytes / 1_048_576).toFixed(0)} MiB, ${pollsText()}`;
};
try {
  await seconds('first backup with its verification', backup);
  await seconds('next backup with its verification', backup);
  console.log(`control: ${sameWork()}`);
  clearInterval(polling);
  sqlite.close();
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
  clearInterval(polling);
  jobs.stop();
  rmSync(root, { recursive: true, force: true });
}
