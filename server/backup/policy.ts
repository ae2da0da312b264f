import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { z } from 'zod';
import { type BackupPolicy, backupPolicy } from '../contract/plant/backup.ts';
import { Failure, messageOf } from '../core/fail.ts';
import { readJsonFile, writeJsonFile } from '../core/files/wholeFile.ts';

/** Kept beside the database and not in it: it says where to look when the database cannot be read. */
const FILE = 'backup.json';
/** In the data folder, where no other one was chosen. */
const OWN = 'backups';
const stored = backupPolicy.extend({ format: z.literal('headworks-backup-policy-1') });

export const readPolicy = (dataFolder: string): BackupPolicy => {
  const { format: _, ...policy } = readJsonFile(join(dataFolder, FILE), stored) ?? {
    format: undefined,
    ...backupPolicy.parse({}),
  };
  return policy;
};

export const writePolicy = (dataFolder: string, policy: BackupPolicy): void =>
  writeJsonFile(join(dataFolder, FILE), { format: 'headworks-backup-policy-1', ...policy });

/** There it would be taken for a part of the plant, and set aside with it by a restore. */
const isAmongData = (dataFolder: string, chosen: string): boolean => {
  const [data, real] = [realpathSync(dataFolder), realpathSync(chosen)];
  return `${real}${sep}`.startsWith(data + sep) && !`${real}${sep}`.startsWith(join(data, OWN) + sep);
};

/**
 * Makes the folder of a site where a person chose to have it. Later it must be there: a stick that is not connected leaves an empty
 * mount point behind, which must not be taken for it.
 * @throws Failure `badRequest` when the chosen folder is not there or cannot be written.
 */
export const prepareFolder = (dataFolder: string, policy: Pick<BackupPolicy, 'folder'>, site: string): void => {
  const path = backupFolderOf(dataFolder, policy, site);
  try {
    const chosen = dirname(path);
    if (policy.folder === null) mkdirSync(chosen, { recursive: true, mode: 0o700 });
    if (!statSync(chosen).isDirectory()) throw new Failure('badRequest', 'it is no folder');
    if (policy.folder !== null && isAmongData(dataFolder, chosen))
      throw new Failure('badRequest', 'it is inside the data folder, which has a folder of its own for backups');
    if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new Failure('badRequest', `The folder cannot be used: ${messageOf(error)}`, { cause: error });
  }
};

/** Where the backups of a site are: in a folder of its own below the one that was chosen. */
export const backupFolderOf = (dataFolder: string, policy: Pick<BackupPolicy, 'folder'>, site: string): string =>
  join(
    policy.folder !== null && isAbsolute(policy.folder) ? policy.folder : join(dataFolder, OWN),
    `headworks-${site.slice(0, 8)}`,
  );
