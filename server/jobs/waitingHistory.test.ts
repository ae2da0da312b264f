import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { BackupFolder } from '../backup/backupFolder.ts';
import { copyIn } from '../backup/copyBackup.ts';
import { readMissing } from '../backup/missingHistory.ts';
import { backupFolderOf, prepareFolder, readPolicy, writePolicy } from '../backup/policy.ts';
import { recoverDatabase } from '../backup/recoverDatabase.ts';
import { type Identity, loadIdentity } from '../bundle/identity.ts';
import { backupPolicy, type MissingHistory, mergeMissing } from '../contract/plant/backup.ts';
import { systemClock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type { Jobs } from '../core/jobs.ts';
import { openDatabase } from '../db/open.ts';
import { openWriter } from '../db/openWriter.ts';
import { ChosenFolder } from '../features/backup/chosenFolder.ts';
import { MergeStore } from '../features/backup/mergeStore.ts';
import { Merging } from '../features/backup/merging.ts';
import { backupRoutes } from '../features/backup/routes.ts';
import type { BackupService } from '../features/backup/service.ts';
import { DayTree, keepDayHashes } from '../historian/store/dayTreeStore.ts';
import { checkReadings } from '../historian/store/readingCheckStore.ts';
import type { Context } from '../http/route.ts';
import { silent } from '../test/httpRig.ts';
import { backupWork, copyWork, lookWork } from './backupWork.ts';
import { openReading } from './openReading.ts';

const frozen = brotliDecompressSync(readFileSync(join(import.meta.dirname, '../../tests/golden/plant.db.br')));
const { signal } = new AbortController();
const hour = 3_600_000;
const startMs = Date.parse('2026-11-22T02:00:00Z');
let dataFolder: string;
let identity: Identity;
const path = (): string => join(dataFolder, 'headworks.db');
const folder = (): BackupFolder => new BackupFolder(backupFolderOf(dataFolder, readPolicy(dataFolder), identity.site));

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'waiting-'));
  mkdirSync(join(dataFolder, 'keys'));
  writeFileSync(path(), frozen);
  openWriter(path(), systemClock).writer.close();
  identity = loadIdentity(join(dataFolder, 'keys'), startMs);
  // the least that a policy can keep
  writePolicy(dataFolder, backupPolicy.parse({ keep: { newest: 1, days: 1, months: 1 } }));
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

const backUp = async (hours: number): Promise<string> => {
  const setting = { dataFolder, resources: dataFolder, memoryBytes: 1e9 };
  const reading = openReading(setting);
  try {
    const order = { nowMs: startMs + hours * hour, program: '0' };
    const made = await backupWork(setting, () => reading)(order, signal, () => undefined);
    return (made as { snapshot: string }).snapshot;
  } finally {
    reading.sqlite.close();
  }
};
const damageAt = async (hours: number): Promise<MissingHistory | undefined> => {
  for (const ending of ['-wal', '-shm']) rmSync(path() + ending, { force: true });
  writeFileSync(path(), readFileSync(path()).fill(0, 0, 100));
  return recoverDatabase(dataFolder, { ...systemClock, now: () => startMs + hours * hour }, silent);
};
/** Work on the chosen folder, as a job process does it; one that hangs is given up. */
let isHanging = false;
const run: Jobs['run'] = async (kind, input, limits) => {
  if (isHanging) throw new Failure('unavailable', 'the share does not answer');
  limits.signal.throwIfAborted();
  const setting = { dataFolder, resources: dataFolder, memoryBytes: 1e9 };
  const work = { lookAtBackups: lookWork, copyBackup: copyWork }[kind];
  if (!work) throw new Error(`there is no work of kind ${kind}`);
  return work(setting)(input, limits.signal, () => undefined);
};
const decide = async (decision: 'merge' | 'leave', asker = signal): Promise<unknown> => {
  const { writer } = openWriter(path(), systemClock);
  const reading = openReading({ dataFolder });
  try {
    await reading.directory.load();
    const { directory } = reading;
    const backups = new ChosenFolder({ dataFolder, identity, jobs: { run }, clock: systemClock });
    const merging = new Merging({ dataFolder, identity, directory, store: new MergeStore(writer), backups, stopping: signal });
    const asked = backupRoutes({} as BackupService, merging).find(({ row }) => row === mergeMissing);
    const context = { signal: asker, audited: () => undefined } as unknown as Context;
    return await asked?.handle({ body: { decision } }, context);
  } finally {
    reading.sqlite.close();
    writer.close();
  }
};
type Row = [uid: string, day: number, sum: number | null];
const totals = (): Row[] => {
  const { sqlite } = openDatabase(path(), { readonly: true });
  try {
    return sqlite
      .prepare('select uid, day, sum from day_total join series on id = series_id order by 1, 2')
      .raw(true)
      .all() as Row[];
  } finally {
    sqlite.close();
  }
};
/** A day that the plant closes after it was damaged. */
const closeDay = (day: number): void => {
  const { writer } = openWriter(path(), systemClock);
  writer.run((tx) => {
    writer
      .prepare(
        `insert into day_total (series_id, day, revision, sum, expected, complete)
         select id, ?, 1, 7, 288, 288 from series where kind = 'counter'`,
      )
      .run(tx, day);
    writer.prepare('insert into day_revision (industry_id, day) select distinct industry_id, ? from series').run(tx, day);
  });
  writer.close();
};

it('the backup that holds it is kept, whatever the policy says, until somebody has decided', async () => {
  const before = totals();
  const holding = await backUp(0);
  await damageAt(1);
  for (const hours of [2, 3]) await backUp(hours);
  expect(
    folder()
      .snapshots()
      .map(({ name }) => name),
  ).toContain(holding);
  expect(await decide('merge')).toEqual({ days: before.length });
  expect(totals()).toEqual(before);
  const newest = await backUp(5);
  expect(
    folder()
      .snapshots()
      .map(({ name }) => name),
  ).toEqual([newest]);
});

it('what is taken in is sealed, and no hash of a day is that of the day without it', async () => {
  const { writer } = openWriter(path(), systemClock);
  // days that were corrected
  writer.run((tx) => void writer.prepare('update day_total set revision = 3').run(tx));
  writer.run((tx) => void writer.prepare('update reading_day set revision = 3').run(tx));
  writer.run((tx) => {
    writer
      .prepare(
        'insert into day_node (industry_id, day) select distinct industry_id, day from reading_day join series on id = series_id',
      )
      .run(tx);
  });
  writer.close();
  await backUp(0);
  await damageAt(1);
  const keep = (): number => {
    const [{ writer: kept }, { sqlite: reading }] = [openWriter(path(), systemClock), openDatabase(path(), { readonly: true })];
    try {
      return keepDayHashes(new DayTree(reading), kept, 10_000);
    } finally {
      reading.close();
      kept.close();
    }
  };
  // the plant has worked out what its days come to, before somebody decides
  expect(keep()).toBeGreaterThan(5);
  await decide('merge');
  expect(keep()).toBeGreaterThan(5);
  const { sqlite } = openDatabase(path(), { readonly: true });
  try {
    const found: unknown[] = [];
    checkReadings(sqlite, (damage) => found.push(damage));
    expect(found).toEqual([]);
    const open = 'select count(*) from reading_day where hash is null or checksum is null or revision <> 3';
    expect(sqlite.prepare(open).pluck().get()).toBe(0);
    expect(sqlite.prepare('select count(*) from day_total where checksum is null').pluck().get()).toBe(0);
  } finally {
    sqlite.close();
  }
});

it('of a database that is damaged again, what waited before waits on', async () => {
  const before = totals();
  const lastDay = Math.max(...before.map(([, day]) => day));
  await backUp(0);
  const first = await damageAt(1);
  closeDay(lastDay + 1);
  const since = totals();
  await backUp(2);
  const again = await damageAt(3);
  expect(again).toMatchObject({ lostFrom: first?.lostFrom });
  const namesOf = (missing: MissingHistory | undefined): string[] =>
    missing?.series.map(({ unitId, param }) => `${unitId} ${param}`) ?? [];
  expect(namesOf(again)).toEqual(expect.arrayContaining(namesOf(first)));
  await backUp(4);
  expect(await decide('merge')).toEqual({ days: before.length + since.length });
  expect(totals()).toEqual([...before, ...since].sort((a, b) => (a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1)));
  expect(readMissing(dataFolder)).toBeNull();
});

it.each(['rotten', 'missing'] as const)(
  'where one file of the backup is %s all others are taken in, no day as it was before that file, and what it held waits on',
  async (how) => {
    const before = totals();
    const lastDay = Math.max(...before.map(([, day]) => day));
    await backUp(0);
    const { sqlite } = openDatabase(path());
    sqlite.prepare('update day_revision set revision = revision + 1 where day = ?').run(lastDay);
    sqlite.close();
    const { dayFolder } = folder();
    const first = readdirSync(dayFolder);
    await backUp(1);
    const [file = ''] = readdirSync(dayFolder).filter((name) => !first.includes(name));
    await damageAt(2);
    const whole = readFileSync(join(dayFolder, file));
    if (how === 'missing') rmSync(join(dayFolder, file));
    else writeFileSync(join(dayFolder, file), Buffer.from(whole).fill(0, 400, 401));
    const others = before.filter(([, day]) => day !== lastDay);
    await expect(decide('merge')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(new RegExp(`^${others.length} days were taken in, and not those of .*${file}`)),
    });
    expect(totals()).toEqual(others);
    expect(readMissing(dataFolder)).not.toBeNull();
    writeFileSync(join(dayFolder, file), whole);
    expect(await decide('merge')).toEqual({ days: before.length - others.length });
    expect([totals(), readMissing(dataFolder)]).toEqual([before, null]);
  },
);

it('a disk with backups that was not connected at the start is taken from when it is back', async () => {
  const before = totals();
  await backUp(0);
  const backups = join(dataFolder, 'backups');
  renameSync(backups, join(dataFolder, 'temp-away'));
  expect(await damageAt(1)).toMatchObject({ from: 'salvage', snapshot: null });
  await expect(decide('merge')).rejects.toThrow('No backup holds it');
  renameSync(join(dataFolder, 'temp-away'), backups);
  await backUp(2);
  await backUp(3);
  expect(await decide('merge')).toEqual({ days: before.length });
  expect(totals()).toEqual(before);
});

it('a chosen folder is looked at and copied by job processes alone: one that hangs holds up nobody, and what waits goes on waiting', async () => {
  const share = mkdtempSync(join(tmpdir(), 'share-'));
  onTestFinished(() => rmSync(share, { recursive: true, force: true }));
  const policy = readPolicy(dataFolder);
  writePolicy(dataFolder, { ...policy, folder: share });
  prepareFolder(dataFolder, { folder: share }, identity.site);
  const before = totals();
  await backUp(0);
  await damageAt(1);
  isHanging = true;
  await expect(decide('merge')).rejects.toMatchObject({ code: 'unavailable', message: 'the share does not answer' });
  expect([totals(), readMissing(dataFolder) === null]).toEqual([[], false]);
  isHanging = false;
  expect(await decide('merge')).toEqual({ days: before.length });
  expect(totals()).toEqual(before);
  expect([readMissing(dataFolder), existsSync(copyIn(dataFolder))]).toEqual([null, false]);
});

it('is taken in also where who asked has gone: a large backup is copied for longer than a browser or a proxy waits', async () => {
  const share = mkdtempSync(join(tmpdir(), 'share-'));
  onTestFinished(() => rmSync(share, { recursive: true, force: true }));
  writePolicy(dataFolder, { ...readPolicy(dataFolder), folder: share });
  prepareFolder(dataFolder, { folder: share }, identity.site);
  const before = totals();
  await backUp(0);
  await damageAt(1);
  expect(await decide('merge', AbortSignal.abort())).toEqual({ days: before.length });
  expect(totals()).toEqual(before);
});

it('what waits is left as it is without a look at a folder that hangs', async () => {
  await backUp(0);
  await damageAt(1);
  writePolicy(dataFolder, { ...readPolicy(dataFolder), folder: join(tmpdir(), 'gone') });
  isHanging = true;
  onTestFinished(() => {
    isHanging = false;
  });
  expect(await decide('leave')).toEqual({ days: 0 });
  expect(readMissing(dataFolder)).toBeNull();
});

it('a backup that was just made stays also where the clock was set back by hours since the one before', async () => {
  const before = await backUp(12);
  const made = await backUp(0);
  expect(
    folder()
      .snapshots()
      .map(({ name }) => name),
  ).toEqual([before, made]);
  const next = await backUp(1);
  expect(
    folder()
      .snapshots()
      .map(({ name }) => name),
  ).toEqual([before, next]);
});
