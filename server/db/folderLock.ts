import { accessSync, constants, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Failure, messageOf } from '../core/fail.ts';
import { databaseCode, isNoRoom } from './diskFaults.ts';
import { noteLostLog } from './folder/lostLog.ts';
import { isDamageError } from './transfer/findDamage.ts';

const LOCK = 'server.lock';

const locked = (path: string): Database.Database => {
  const file = new Database(path, { timeout: 0 });
  try {
    file.exec('begin exclusive');
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
};

/** The lock, with what the run before left looked at. */
const lockedFirst = (folder: string): Database.Database => {
  const file = lockedAnew(join(folder, LOCK));
  try {
    noteLostLog(folder);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
};

/** The lock file is empty: content left by a fault of the disk is removed, and a process that holds the lock keeps it. */
const lockedAnew = (path: string): Database.Database => {
  try {
    return locked(path);
  } catch (error) {
    if (!isDamageError(error)) throw error;
    truncateSync(path);
    return locked(path);
  }
};

const isTaken = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(databaseCode(error));

/**
 * Keeps a data folder to one server: an exclusive lock on a file of its own, which the operating system lets go
 * when the process ends, however it ends.
 * @returns the function that lets go.
 * @throws Failure `folderInUse` when another server has the folder; `parameter` where this user may not write in it; `storageFull` or `unavailable`
 * where nothing can be written in it.
 */
export const lockFolder = (folder: string, name: 'server.lock' | 'making.lock' = LOCK): (() => void) =>
  lockedBy(folder, () => (name === LOCK ? lockedFirst(folder) : lockedAnew(join(folder, name))));

/** A person has to mend it; a disk that fails says otherwise. */
const isForbidden = (folder: string): boolean => {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return false;
  } catch (error) {
    return /^(EACCES|EPERM)$/.test(databaseCode(error));
  }
};

const lockedBy = (folder: string, lock: () => Database.Database): (() => void) => {
  try {
    const file = lock();
    return () => {
      if (file.open) file.close();
    };
  } catch (error) {
    if (isTaken(error))
      throw new Failure('folderInUse', `data folder ${folder} is in use by another Headworks server`, { cause: error });
    if (isForbidden(folder))
      throw new Failure(
        'parameter',
        `data folder ${folder} cannot be written by this user: give it to the user that runs the server: sudo chown -R USER '${folder}'`,
        { cause: error },
      );
    throw new Failure(
      isNoRoom(error) ? 'storageFull' : 'unavailable',
      `data folder ${folder} cannot be written: ${messageOf(error)}`,
      { cause: error },
    );
  }
};

const inodeOf = (folder: string): number | undefined => statSync(join(folder, LOCK), { throwIfNoEntry: false })?.ino;

/** The lock of a server for as long as it runs, also where somebody takes its file for a leftover and removes it. */
export class FolderLock {
  readonly #folder: string;
  #unlock: () => void;
  #inode: number | undefined;

  /** @throws Failure as `lockFolder`. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#unlock = lockFolder(folder);
    this.#inode = inodeOf(folder);
  }

  /** Locks anew where the file was removed. @throws Failure `folderInUse` where another server has the folder since. */
  keep(): void {
    if (inodeOf(this.#folder) === this.#inode) return;
    // what lies there is this run's own
    const unlock = lockedBy(this.#folder, () => lockedAnew(join(this.#folder, LOCK)));
    this.#unlock();
    this.#unlock = unlock;
    this.#inode = inodeOf(this.#folder);
  }

  release(): void {
    this.#unlock();
  }
}
