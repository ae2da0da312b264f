import type { KeyObject } from 'node:crypto';
import { copyFileSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure, isFailure } from '../core/fail.ts';
import { BackupFolder, readManifest } from './backupFolder.ts';
import { findBundle } from './readBackup.ts';

/** What must stay free besides the copy. */
const RESERVE_BYTES = 64 * 1_048_576;

/** Where a backup is copied to while it is read. */
export const copyIn = (dataFolder: string): string => join(dataFolder, 'temp-merge');

/** One that is missing is said by who reads the copy, and keeps nothing back of the others. */
const bundleThere = (snapshot: string, name: string): string | undefined => {
  try {
    return findBundle(snapshot, name);
  } catch (error) {
    if (isFailure(error, 'notFound')) return undefined;
    throw error;
  }
};

/**
 * Copies a backup with its bundles of days out of a folder that may hang.
 * @throws Failure `storageFull` without room for it, `credentials` when none of the openers opens it.
 */
export const copyBackup = (folder: BackupFolder, name: string, into: string, openers: readonly KeyObject[]): void => {
  const snapshot = folder.snapshotPath(name);
  const to = new BackupFolder(into);
  rmSync(into, { recursive: true, force: true });
  try {
    const sets = readManifest(snapshot, openers).sets.flatMap((set) => set.bundles);
    const bundles = sets.flatMap(({ name }) => bundleThere(snapshot, name) ?? []);
    const bytes = [snapshot, ...bundles].reduce((sum, path) => sum + statSync(path).size, 0);
    const { bavail, bsize } = statfsSync(dirname(into));
    if (bavail * bsize < bytes + RESERVE_BYTES)
      throw new Failure(
        'storageFull',
        `${dirname(into)} has no room for a copy of the backup, ${Math.ceil(bytes / 1_048_576)} MiB`,
      );
    for (const one of [to.snapshotFolder, to.dayFolder]) mkdirSync(one, { recursive: true, mode: 0o700 });
    copyFileSync(snapshot, to.snapshotPath(name));
    for (const path of bundles) copyFileSync(path, join(to.dayFolder, basename(path)));
  } catch (error) {
    rmSync(into, { recursive: true, force: true });
    throw error;
  }
};
