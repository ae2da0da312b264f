import { existsSync, lchownSync, lstatSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { refuseMoved } from '../backup/movedPlant.ts';
import { refuseHalfRestored } from '../backup/swapFolder.ts';
import { type Config, readConfig } from '../config.ts';
import { Failure, isFailure, messageOf } from '../core/fail.ts';
import { insideOf } from '../db/closeFolder.ts';
import { isNoRoom } from '../db/diskFaults.ts';
import { exitCodeOf, exitCodes } from '../exitCodes.ts';

/**
 * The arguments of a command; `--help` prints how it is used, and ends it.
 * @throws Failure `parameter`, with how it is used, where an argument is unknown.
 */
export const readArguments = <T extends ParseArgsConfig>(usage: string, expected: T): ReturnType<typeof parseArgs<T>> => {
  if (process.argv.slice(2).includes('--help')) {
    process.stdout.write(`${usage}\n`);
    process.exit(exitCodes.asked);
  }
  try {
    return parseArgs(expected);
  } catch (error) {
    throw new Failure('parameter', `${messageOf(error)}\n${usage}`, { cause: error });
  }
};

/**
 * Commands are about a plant, or a hub, that is there whole: a name that was mistyped must not become one, and a key that is made where a plant
 * was opens nothing.
 * @param marks files of which it has one at least.
 * @throws Failure `parameter`
 */
export const assertPlant = (dataFolder: string, marks: readonly string[] = ['headworks.db', 'keys/site.json']): void => {
  refuseHalfRestored(dataFolder);
  refuseMoved(dataFolder);
  if (!marks.some((name) => existsSync(join(dataFolder, name))))
    throw new Failure('parameter', `${resolve(dataFolder)} holds no plant`);
};

/** Settings of the plant in a folder, or in the usual one. @throws Failure `parameter` where there is none. */
export const readPlantConfig = (data: string | undefined, marks?: readonly string[]): Config => {
  if (data !== undefined) assertPlant(data, marks);
  const config = readConfig(data === undefined ? [] : ['--data', data]);
  assertPlant(config.dataFolder, marks);
  return config;
};

/**
 * What the system's owner makes in the folder of a service would be closed to that service: it is given to whom the folder belongs.
 * Files that have a second name elsewhere are left as they are.
 */
export const giveToOwner = (dataFolder: string): void => {
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0 || owner === undefined || owner.uid === 0) return;
  for (const { path, isFolder } of insideOf(dataFolder)) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.uid === 0 && (isFolder || stats.nlink === 1)) lchownSync(path, owner.uid, owner.gid);
  }
};

/** A file or folder that the system refused, which its message names. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error;

/** What is refused is for a person to mend; a fault of the program, or of what it needs, is none of theirs. */
const codeOf = (error: unknown): number => {
  if (isNoRoom(error)) return exitCodes.disk;
  if (isSystemError(error)) return /^(EACCES|EPERM|EROFS)$/.test(String(error.code)) ? exitCodes.configuration : exitCodes.fault;
  const code = exitCodeOf(error);
  const isRefused = isFailure(error) && error.code !== 'server' && error.code !== 'unavailable';
  return isRefused && code === exitCodes.fault ? exitCodes.configuration : code;
};

/** Says why a command could not do it, in one line where that is known, and with which code it ends. */
export const endWith = (error: unknown): void => {
  process.stderr.write(
    `headworks: ${!isFailure(error) && !isSystemError(error) && error instanceof Error ? (error.stack ?? error.message) : messageOf(error)}\n`,
  );
  process.exitCode = codeOf(error);
};
