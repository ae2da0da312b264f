import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, isFailure, isMissingFile, messageOf } from '../core/fail.ts';

const OTHERS = 0o077;

/** What a file system keeps at its root for itself; the system's owner alone may look into it. */
const OF_FILE_SYSTEM = 'lost+found';

type Inside = { path: string; isFolder: boolean };

/**
 * Everything inside a data folder, links left out.
 * @throws Failure `folderOpen` where something in it belongs to somebody else.
 */
export const insideOf = (folder: string): Inside[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === OF_FILE_SYSTEM ? [] : [{ path, isFolder: true }, ...insideOf(path)];
      return entry.isFile() ? [{ path, isFolder: false }] : [];
    });
  } catch (error) {
    // a job process took it away meanwhile
    if (isMissingFile(error)) return [];
    if (isFailure(error)) throw error;
    throw new Failure('folderOpen', `${folder} cannot be looked into: ${messageOf(error)}`, { cause: error });
  }
};

const entriesOf = (folder: string): (Inside & { mode: number })[] =>
  [{ path: folder, isFolder: true }, ...insideOf(folder)].flatMap((one) => {
    const stats = lstatSync(one.path, { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ ...one, mode: stats.mode }];
  });

/** By one of these a folder is a plant's. */
const ofPlant = /^(headworks\.(db|json)|keys)$/;
/** What may be in a folder that is to become one: of an earlier try, of a supervisor, of a file system of its own. */
const besidePlant =
  /^(lost\+found|restor(ing|e\.json)|before-restore-.*|before-upgrade|(server|making)\.lock.*|reserve\.bin|demo\.(json|unfinished)|tls|logs|backups|temp-.*|.*\.log)$/;

/** What a folder holds that is nobody's plant, as the home of a user does. */
export const strangerIn = (folder: string): string | undefined => {
  const names = readdirSync(folder);
  return names.some((name) => ofPlant.test(name)) ? undefined : names.find((name) => !besidePlant.test(name));
};

/**
 * Closes a data folder to other users of the machine: 0700 for folders, 0600 for files. Password hashes, sessions and phone numbers are in it.
 * @throws Failure `folderOpen` with the command that mends it, where it belongs to somebody else, or holds other things. On Windows the folder's own rules hold.
 */
export const closeFolder = (folder: string, platform: NodeJS.Platform = process.platform): void => {
  if (platform === 'win32') return;
  const stranger = (statSync(folder).mode & OTHERS) === 0 ? undefined : strangerIn(folder);
  if (stranger !== undefined)
    throw new Failure(
      'folderOpen',
      `${folder} can be read by other users and holds other things than a plant, as ${stranger}: give a folder of its own, or close it with all that is in it: sudo chmod -R go-rwx '${folder}'`,
    );
  for (const { path, mode, isFolder } of entriesOf(folder)) {
    if ((mode & OTHERS) === 0) continue;
    try {
      chmodSync(path, isFolder ? 0o700 : 0o600);
    } catch (error) {
      throw new Failure('folderOpen', `${path} can be read by other users; close it: sudo chmod -R go-rwx '${folder}'`, {
        cause: error,
      });
    }
  }
};
