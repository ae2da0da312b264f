import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { loadIdentity } from '../bundle/identity.ts';
import { ROLL_BACK_FILE } from '../contract/process/shell.ts';
import { systemClock } from '../core/clock.ts';
import { openDatabase } from '../db/open.ts';
import { openWriter } from '../db/openWriter.ts';
import { BackupFolder } from './backupFolder.ts';
import { makeBackup } from './makeBackup.ts';
import { backupFolderOf, prepareFolder, readPolicy } from './policy.ts';
import { rollBack } from './rollBack.ts';
import { finishSwap } from './swapFolder.ts';

const nowMs = Date.parse('2026-11-22T02:00:00Z');
const frozenPlant = join(import.meta.dirname, '../../tests/golden/plant.db.br');

/** A plant with a backup, whose database a newer version changed afterwards where `isNewer`. */
const plantWithBackup = async (isNewer: boolean) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'roll-back-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const file = join(dataFolder, 'headworks.db');
  writeFileSync(file, brotliDecompressSync(readFileSync(frozenPlant)));
  openWriter(file, systemClock).writer.close();
  const identity = loadIdentity(join(dataFolder, 'keys'), nowMs);
  const policy = readPolicy(dataFolder);
  prepareFolder(dataFolder, policy, identity.site);
  const folder = new BackupFolder(backupFolderOf(dataFolder, policy, identity.site));
  mkdirSync(folder.path, { recursive: true });
  const { sqlite } = openDatabase(file);
  const turn = (): Promise<void> => Promise.resolve();
  const { snapshot } = await makeBackup({ sqlite, dataFolder, folder, identity, kit: undefined, program: '1.3.2', nowMs, turn });
  if (isNewer) sqlite.exec("insert into migration (number, name, applied_at) values (9990, 'of a newer version', 1)");
  sqlite.exec('create table of_later (id integer)');
  sqlite.close();
  const order = (name: string): void =>
    writeFileSync(join(dataFolder, ROLL_BACK_FILE), JSON.stringify({ format: 'headworks-roll-back-1', snapshot: name }));
  return { dataFolder, file, snapshot, order };
};
const steps = (file: string): { newest: number; hasLater: boolean } => {
  const { sqlite } = openDatabase(file, { readonly: true });
  try {
    const newest = sqlite.prepare('select max(number) from migration').pluck().get() as number;
    return { newest, hasLater: sqlite.prepare("select 1 from sqlite_schema where name = 'of_later'").get() !== undefined };
  } finally {
    sqlite.close();
  }
};

it('puts the backup made before an update in the place of a database that the newer version changed, and keeps that one', async () => {
  const { dataFolder, file, snapshot, order } = await plantWithBackup(true);
  order(snapshot);
  expect(await rollBack(dataFolder, nowMs)).toBe(snapshot);
  const kept = finishSwap(dataFolder) ?? '';
  expect(steps(file)).toMatchObject({ newest: expect.not.closeTo(9990, 0), hasLater: false });
  expect(steps(join(kept, 'headworks.db'))).toEqual({ newest: 9990, hasLater: true });
  expect(existsSync(join(dataFolder, ROLL_BACK_FILE))).toBe(false);
}, 60_000);

it('leaves a database alone that the version before can go on with: no reading is lost', async () => {
  const { dataFolder, file, snapshot, order } = await plantWithBackup(false);
  order(snapshot);
  expect(await rollBack(dataFolder, nowMs)).toBeUndefined();
  expect(steps(file).hasLater).toBe(true);
  expect(existsSync(join(dataFolder, ROLL_BACK_FILE))).toBe(false);
}, 60_000);

it('changes nothing where the backup is gone, and asks again at the next start', async () => {
  const { dataFolder, file, order } = await plantWithBackup(true);
  order('20200101T000000Z');
  await expect(rollBack(dataFolder, nowMs)).rejects.toThrow();
  expect(finishSwap(dataFolder)).toBeUndefined();
  expect([steps(file).newest, existsSync(join(dataFolder, ROLL_BACK_FILE))]).toEqual([9990, true]);
}, 60_000);

it('does nothing where nobody asked', async () => {
  const { dataFolder } = await plantWithBackup(true);
  expect(await rollBack(dataFolder, nowMs)).toBeUndefined();
}, 60_000);
