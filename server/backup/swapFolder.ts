import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../core/fail.ts';
import { syncFolder, syncTree } from '../core/files/durable.ts';
import { readJsonFile, writeJsonFile } from '../core/files/wholeFile.ts';
import { staysInPlace } from './dataFiles.ts';
import { DATABASE, stampOf } from './manifest.ts';

/** Where a plant is unpacked inside the data folder, until it takes the place of the one that is there. */
const STAGE = 'restoring';
const MARK = 'restore.json';
const mark = z.object({ format: z.literal('headworks-restore-1'), phase: z.enum(['setAside', 'moveIn']), keep: z.string() });

export const stageIn = (dataFolder: string): string => join(dataFolder, STAGE);

/** Name of the folder that keeps what is there now, where the exchange is marked at this time. */
export const keptBefore = (markedMs: number): string => `before-restore-${stampOf(markedMs)}`;

/**
 * While a restore is half carried out part of the plant is in another folder, and what is made here is in its way.
 * @throws Failure `parameter`
 */
export const refuseHalfRestored = (dataFolder: string): void => {
  if (existsSync(join(dataFolder, MARK)))
    throw new Failure(
      'parameter',
      `a restore of ${dataFolder} was cut off: start the server, which finishes it, and then ask for this again`,
    );
};

/** From here on the next start carries the exchange out: what was unpacked is on the disk before. @returns the folder that will keep what is there now. */
export const markForSwap = (dataFolder: string, nowMs: number): string => {
  const [stage, keep] = [stageIn(dataFolder), keptBefore(nowMs)];
  if (existsSync(stage)) syncTree(stage);
  writeJsonFile(join(dataFolder, MARK), { format: 'headworks-restore-1', phase: 'setAside', keep });
  return join(dataFolder, keep);
};

const move = (from: string, to: string, names: readonly string[]): void => {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of names) renameSync(join(from, name), join(to, name));
  syncFolder(from);
  syncFolder(to);
};

/** What was to come is gone, as on a disk that failed: what was there stays, or comes back. */
const callOff = (dataFolder: string, keep: string): undefined => {
  if (existsSync(keep)) {
    move(
      keep,
      dataFolder,
      readdirSync(keep).filter((name) => !existsSync(join(dataFolder, name))),
    );
    if (readdirSync(keep).length === 0) rmdirSync(keep);
  }
  rmSync(join(dataFolder, MARK), { force: true });
};

/**
 * Puts the unpacked plant in the place of the one that is there, which is kept beside it. A cut at any moment is made good by the next
 * call. Nobody else may use the folder meanwhile.
 * @returns the folder with what was there before; undefined where nothing was marked, or nothing is there to take its place.
 */
export const finishSwap = (dataFolder: string): string | undefined => {
  const found = readJsonFile(join(dataFolder, MARK), mark);
  if (!found) return undefined;
  const [stage, keep] = [stageIn(dataFolder), join(dataFolder, found.keep)];
  if (found.phase === 'setAside' && !existsSync(join(stage, DATABASE))) return callOff(dataFolder, keep);
  if (found.phase === 'setAside') {
    move(
      dataFolder,
      keep,
      readdirSync(dataFolder).filter((name) => !staysInPlace(name)),
    );
    writeJsonFile(join(dataFolder, MARK), { ...found, phase: 'moveIn' });
  }
  if (existsSync(stage)) move(stage, dataFolder, readdirSync(stage));
  rmSync(stage, { recursive: true, force: true });
  rmSync(join(dataFolder, MARK), { force: true });
  return keep;
};

const siteIn = (folder: string): string | undefined => {
  try {
    return readJsonFile(join(folder, 'keys', 'site.json'), z.object({ site: z.string() }))?.site;
  } catch {
    // it was not unpacked to its end
    return undefined;
  }
};

/**
 * Removes what a restore had unpacked that was ended before the exchange was marked: it would take the room of a second plant for good. What
 * comes from a hub, for another site, goes on where it broke off, and stays.
 */
export const removeUnfinished = (dataFolder: string): void => {
  const stage = stageIn(dataFolder);
  if (!existsSync(stage) || !existsSync(join(dataFolder, DATABASE)) || existsSync(join(dataFolder, MARK))) return;
  const staged = siteIn(stage);
  if (staged === undefined || staged === siteIn(dataFolder)) rmSync(stage, { recursive: true, force: true });
};
