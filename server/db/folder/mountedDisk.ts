import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkedJson, parseChecked } from '../../core/bytes/checkedJson.ts';
import { Failure } from '../../core/fail.ts';

/** Without a `stateFolder` nothing is noted or known. */
type Parts = { dataFolder: string; stateFolder: string | undefined; diskOf?: (path: string) => number | undefined };

/** By one of these a folder is a plant's, or a hub's; so is one that a restore is under way in. */
const OF_A_PLANT = ['headworks.db', 'keys', 'restore.json', 'restoring'];

const systemDisk = (path: string): number | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.dev;
  } catch {
    // a disk that does not answer
    return undefined;
  }
};

const fileOf = (dataFolder: string, stateFolder: string): string =>
  join(stateFolder, 'disks', `${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}.json`);

const isMountedAt = (path: string, diskOf: (path: string) => number | undefined): boolean => {
  const disk = diskOf(path);
  return disk !== undefined && disk !== diskOf(dirname(path));
};

/** The folder, at or above another, at which its disk is mounted; undefined for the disk of the root. */
const mountAbove = (path: string, diskOf: (path: string) => number | undefined): string | undefined => {
  if (isMountedAt(path, diskOf)) return path;
  const above = dirname(path);
  return above === path ? undefined : mountAbove(above, diskOf);
};

/**
 * Notes outside the data folder at which folder its disk is mounted, so that a start without the disk is known. Where nothing can be noted,
 * as by a service that sees no home, nothing is.
 */
export const noteDisk = ({ dataFolder, stateFolder, diskOf = systemDisk }: Parts): void => {
  if (stateFolder === undefined) return;
  const [file, mountedAt] = [fileOf(dataFolder, stateFolder), mountAbove(dataFolder, diskOf)];
  try {
    if (mountedAt === undefined) {
      rmSync(file, { force: true });
      return;
    }
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, checkedJson({ dataFolder, mountedAt }), { mode: 0o600, flush: true });
  } catch {
    // the plant serves without the note
  }
};

const notedMount = (file: string): string | undefined => {
  try {
    const { mountedAt } = parseChecked(readFileSync(file, 'utf8')) as { mountedAt?: unknown };
    return typeof mountedAt === 'string' ? mountedAt : undefined;
  } catch {
    // nothing was noted, or nobody can read it
    return undefined;
  }
};

/**
 * Without its disk the data folder is an empty place on another one, where a new plant would begin and the readings of the plant would be missed.
 * @throws Failure `unavailable` where the disk of a plant that has run is not mounted now, and no plant is there.
 */
export const assertDiskMounted = ({ dataFolder, stateFolder, diskOf = systemDisk }: Parts): void => {
  if (stateFolder === undefined) return;
  const file = fileOf(dataFolder, stateFolder);
  const mountedAt = notedMount(file);
  if (mountedAt === undefined || isMountedAt(mountedAt, diskOf)) return;
  if (OF_A_PLANT.some((name) => existsSync(join(dataFolder, name)))) return;
  throw new Failure(
    'unavailable',
    `the disk of data folder ${dataFolder} is not mounted at ${mountedAt}: connect it and start again; remove ${file} where a new plant shall begin without it`,
  );
};
