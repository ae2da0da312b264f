import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Failure } from '../core/fail.ts';

/**
 * Keeps a data folder to one server: an exclusive lock on a file of its own, which the operating system lets go
 * when the process ends, however it ends.
 * @returns the function that lets go.
 * @throws Failure `folderInUse` when another server has the folder.
 */
export const lockFolder = (folder: string): (() => void) => {
  const file = new Database(join(folder, 'server.lock'), { timeout: 0 });
  try {
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    throw new Failure('folderInUse', `data folder ${folder} is in use by another Headworks server`, { cause: error });
  }
  return () => {
    if (file.open) file.close();
  };
};
