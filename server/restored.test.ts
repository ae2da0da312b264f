import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { readMissing } from './backup/missingHistory.ts';
import { systemClock } from './core/clock.ts';
import { Failure } from './core/fail.ts';
import { rawConnectionOf } from './db/writer.ts';
import { ForkHost } from './jobs/forkHost.ts';
import { JobPool } from './jobs/pool.ts';
import { identityIn, isWorthAnotherStart, keepBeforeUpgrade, takeRestored } from './restored.ts';
import { Storage } from './storage.ts';
import { silent } from './test/httpRig.ts';
import { makeWholePlant } from './test/wholePlant.ts';

const damagedPlant = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-recover-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await makeWholePlant(folder);
  writeSync(openSync(join(folder, 'headworks.db'), 'r+'), Buffer.alloc(100), 0, 100, 0);
  return folder;
};
const unitsIn = (folder: string): number => {
  const sqlite = new Database(join(folder, 'headworks.db'), { readonly: true });
  try {
    return sqlite.prepare('select count(*) from unit').pluck().get() as number;
  } finally {
    sqlite.close();
  }
};

it('a damaged database is read out by a job process, and the server puts the new one in its place', async () => {
  const dataFolder = await damagedPlant();
  const messages: string[] = [];
  const log = { ...silent, warn: (_: object, message: string) => void messages.push(message) };
  const host = new ForkHost({ dataFolder, resources: dataFolder, memoryBytes: 400 * 1_048_576 });
  await takeRestored(dataFolder, systemClock, log, () => new JobPool({ host, log }));
  expect(messages).toContain('rows were taken out of the damaged database');
  expect(messages.filter((message) => message.includes('job process'))).toEqual([]);
  expect(unitsIn(dataFolder)).toBe(9);
  expect(readMissing(dataFolder)).toMatchObject({ from: 'salvage' });
  expect(readdirSync(dataFolder)).not.toContain('temp-recovery');
});

it('where the job process is killed, the server does it: the plant is asked again', async () => {
  const dataFolder = await damagedPlant();
  const messages: string[] = [];
  const log = { ...silent, warn: (_: object, message: string) => void messages.push(message) };
  const host = {
    start: () => {
      const child = new ForkHost({ dataFolder, resources: dataFolder, memoryBytes: 400 * 1_048_576 }).start();
      return { ...child, send: () => child.kill() };
    },
  };
  await takeRestored(dataFolder, systemClock, log, () => new JobPool({ host, log }));
  expect(messages).toContain('no job process could make the new database: it is made by the server');
  expect(unitsIn(dataFolder)).toBe(9);
});

it('where the keys of a plant were removed it says so, and the backups of before are none of its own', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'headworks-keys-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const messages: string[] = [];
  const log = { ...silent, warn: (_: object, message: string) => void messages.push(message) };
  const { site } = identityIn(dataFolder, systemClock, log);
  for (const name of ['chain-heads.json', 'backup-runs.json']) writeFileSync(join(dataFolder, name), '{}');
  expect(identityIn(dataFolder, systemClock, log).site).toBe(site);
  expect(messages).toEqual([]);
  expect(readdirSync(dataFolder)).toContain('backup-runs.json');
  rmSync(join(dataFolder, 'keys'), { recursive: true });
  expect(identityIn(dataFolder, systemClock, log).site).not.toBe(site);
  expect(messages).toEqual([expect.stringContaining('open with their recovery kit alone')]);
  expect(readdirSync(dataFolder)).not.toContain('backup-runs.json');
});

it('a start on a full disk is tried again with some of the reserve, as long as there is one', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'headworks-reserve-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const full = new Failure('storageFull', 'the disk is full');
  const again = (error: unknown = full): boolean => isWorthAnotherStart(dataFolder, error, silent);
  expect(again()).toBe(false);
  const reserve = join(dataFolder, 'reserve.bin');
  writeFileSync(reserve, Buffer.alloc(6 * 1_048_576));
  expect(again(new Failure('portInUse', 'another program has it'))).toBe(false);
  const left = [again(), statSync(reserve).size, again(), statSync(reserve).size, again()];
  expect(left).toEqual([true, 2 * 1_048_576, true, 0, false]);
});

/** What a kill leaves of a plant that was served for a while. */
const killedPlant = async (): Promise<string> => {
  const [folder, killed] = ['live-', 'killed-'].map((name) => mkdtempSync(join(tmpdir(), `headworks-${name}`))) as [
    string,
    string,
  ];
  onTestFinished(() => {
    for (const path of [folder, killed]) rmSync(path, { recursive: true, force: true });
  });
  await makeWholePlant(folder);
  const storage = new Storage(folder, systemClock, silent);
  onTestFinished(() => storage.stop());
  rawConnectionOf(storage.writer).exec(`insert into industry (id, name, joined_at) values ('X', '${'x'.repeat(200_000)}', 0)`);
  for (const end of ['', '-wal', '-pair.json'])
    copyFileSync(join(folder, `headworks.db${end}`), join(killed, `headworks.db${end}`));
  return killed;
};

it('the log of another plant is refused before damage is looked for and before an upgrade moves it', async () => {
  const [plant, other] = [await killedPlant(), await killedPlant()];
  copyFileSync(join(other, 'headworks.db-wal'), join(plant, 'headworks.db-wal'));
  const before = readdirSync(plant).toSorted();
  const noJobs = () => {
    throw new Error('nothing is recovered');
  };
  await expect(takeRestored(plant, systemClock, silent, noJobs)).rejects.toThrow(/do not belong together/);
  await expect(keepBeforeUpgrade(plant, systemClock, silent)).rejects.toThrow(/do not belong together/);
  expect(
    readdirSync(plant)
      .filter((name) => !name.startsWith('server.lock'))
      .toSorted(),
  ).toEqual(before);
  // the way out that the message names
  rmSync(join(plant, 'headworks.db-wal'));
  await takeRestored(plant, systemClock, silent, noJobs);
  expect(unitsIn(plant)).toBe(9);
  expect(existsSync(join(plant, 'headworks.db-pair.json'))).toBe(false);
});
