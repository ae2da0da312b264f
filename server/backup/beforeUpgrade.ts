import { constants, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../core/fail.ts';
import { syncFile, syncFolder } from '../core/files/durable.ts';
import type { Log } from '../core/log.ts';
import { LogPair } from '../db/folder/logPair.ts';
import { migrations } from '../db/migrate.ts';
import type { Migration } from '../db/migration.ts';
import { isOfNewerVersion, settleLog, stepBeforeUpgrade } from '../db/newerVersion.ts';
import { checkDatabase, countDays } from '../db/transfer/copyDatabase.ts';
import { dataFiles } from './dataFiles.ts';
import { hashFile } from './hashFile.ts';
import { DATABASE, msOfStamp, stampOf } from './manifest.ts';
import { refuseMoved } from './movedPlant.ts';

/** In the data folder: databases as they were before a newer version changed them. */
const FOLDER = 'before-upgrade';
const MOST_COPIES = 2;
const MEGABYTE = 1_048_576;
/** Left free beside a copy, for what the upgrade itself and the first hours after it write. */
const SPARE_BYTES = 64 * MEGABYTE;

type Copy = { path: string; stamp: string; step: number; bytes: number };

/** The newest first. */
const copiesIn = (dataFolder: string): Copy[] => {
  const folder = join(dataFolder, FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .toReversed()
    .flatMap((name) => {
      const [, stamp, step] = /^(\d{8}T\d{6}Z)-step(\d+)\.db$/.exec(name) ?? [];
      const path = join(folder, name);
      return stamp === undefined ? [] : [{ path, stamp, step: Number(step), bytes: statSync(path).size }];
    });
};

/** The newest copy that this version can go on with. */
export const copyToGoBackTo = (dataFolder: string): string | undefined =>
  copiesIn(dataFolder).find(({ step }) => step <= (migrations.at(-1)?.number ?? 0))?.path;

const inMegabytes = (bytes: number): number => Math.ceil(bytes / MEGABYTE);

/** Copies of earlier upgrades go for this one where there is no room beside them. @throws Failure `storageFull`, with nothing changed. */
const makeRoom = (dataFolder: string, bytes: number): void => {
  const { bavail, bsize } = statfsSync(dataFolder);
  const copies = copiesIn(dataFolder).toReversed();
  const wanted = bytes + SPARE_BYTES;
  let free = bavail * bsize;
  if (free + copies.reduce((sum, copy) => sum + copy.bytes, 0) < wanted)
    throw new Failure(
      'storageFull',
      `this version changes the database and copies it before: that takes ${inMegabytes(wanted)} MB in ${dataFolder}, where ${inMegabytes(free)} MB are free. Nothing was changed: make room, or start the version of before; without a copy goes on who sets "copyBeforeUpgrade": false in headworks.json`,
    );
  for (const { path, bytes: freed } of copies) {
    if (free >= wanted) return;
    rmSync(path, { force: true });
    free += freed;
  }
};

/** A file of the same bytes, on the disk with its name. @throws Failure `unavailable` where what was written is not what was read. */
const copyWhole = async (from: string, to: string, turn: () => Promise<void>): Promise<void> => {
  const part = `${to}.part`;
  try {
    await copyFile(from, part, constants.COPYFILE_FICLONE);
    syncFile(part);
    const [original, copy] = [await hashFile(from, turn), await hashFile(part, turn)];
    if (original.sha256 !== copy.sha256) throw new Failure('unavailable', `the copy of ${from} is not what it was made of`);
    renameSync(part, to);
    syncFolder(dirname(to));
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
};

export type CopyParts = {
  dataFolder: string;
  nowMs: number;
  log: Log;
  /** Called between pieces of the file. */
  turn(): Promise<void>;
  steps?: readonly Migration[];
};

/**
 * Copies the database before this version changes it, reads the copy back, and keeps the newest two. Nobody else may use the folder meanwhile.
 * @returns the copy; undefined where this version has nothing to change.
 * @throws Failure `storageFull` without room for it, `unavailable` where the copy is not whole; nothing was changed then.
 */
export const copyBeforeUpgrade = async (parts: CopyParts): Promise<string | undefined> => {
  const { dataFolder, nowMs, log, turn, steps } = parts;
  const database = join(dataFolder, DATABASE);
  const stats = statSync(database, { throwIfNoEntry: false });
  // what is no file is said where the database is opened
  if (!stats?.isFile() || stats.size === 0) return undefined;
  refuseMoved(dataFolder);
  const pair = new LogPair(database);
  pair.assert();
  const step = stepBeforeUpgrade(database, steps);
  if (step === undefined) return undefined;
  settleLog(database);
  pair.forget();
  const folder = join(dataFolder, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) if (name.endsWith('.part')) rmSync(join(folder, name), { force: true });
  const { size } = statSync(database);
  makeRoom(dataFolder, size);
  const copy = join(folder, `${stampOf(nowMs)}-step${step}.db`);
  await copyWhole(database, copy, turn);
  for (const { path } of copiesIn(dataFolder).slice(MOST_COPIES)) rmSync(path, { force: true });
  log.info({ copy, bytes: size }, 'this version changes the database: it is kept as it was before');
  return copy;
};

/** Whether a file is one of the copies that a data folder keeps. */
export const isBeforeUpgrade = (file: string, dataFolder: string): boolean =>
  copiesIn(dataFolder).some(({ path }) => path === file);

/**
 * Puts together, in a folder of its own, the plant with a copy of its database from before an upgrade: the other files are those of now.
 * @returns when the copy was made, and its closed days of single series.
 * @throws Failure `newerVersion` where this version is older than the copy too; `unavailable` where the copy is damaged.
 */
export const unpackBeforeUpgrade = async (
  copy: string,
  { dataFolder, into, turn }: { dataFolder: string; into: string; turn(): Promise<void> },
): Promise<{ madeMs: number; days: number }> => {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true, mode: 0o700 });
  try {
    const database = join(into, DATABASE);
    await copyWhole(copy, database, turn);
    checkDatabase(database, {});
    if (isOfNewerVersion(database))
      throw new Failure('newerVersion', `${copy} was made from a newer version than this one: install that version`);
    for (const { path } of dataFiles(dataFolder)) {
      mkdirSync(dirname(join(into, path)), { recursive: true, mode: 0o700 });
      copyFileSync(join(dataFolder, path), join(into, path), constants.COPYFILE_FICLONE);
    }
    return { madeMs: msOfStamp(basename(copy)) ?? statSync(copy).mtimeMs, days: countDays(database) };
  } catch (error) {
    rmSync(into, { recursive: true, force: true });
    throw error;
  }
};
