import type { KeyObject } from 'node:crypto';
import { statSync } from 'node:fs';
import { z } from 'zod';
import type { BackupPolicy } from '../contract/plant/backup.ts';
import { BackupFolder, readManifest } from './backupFolder.ts';
import { backupFolderOf } from './policy.ts';

/** What a look at the folder of backups finds; `days` is null of one that this server has no key of, and where it was not asked for. */
export const backupsSeen = z.object({
  isSameDisk: z.boolean(),
  snapshots: z.array(z.object({ name: z.string(), createdMs: z.number(), bytes: z.number(), days: z.number().nullable() })),
});
export type BackupsSeen = z.infer<typeof backupsSeen>;

type Place = { dataFolder: string; policy: Pick<BackupPolicy, 'folder'>; site: string };

const diskOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.dev;

const daysIn = (path: string, openers: readonly KeyObject[]): number | null => {
  try {
    return readManifest(path, openers).series.reduce((sum, one) => sum + one[3], 0);
  } catch {
    // of a kit or plant that this server has no key of
    return null;
  }
};

/**
 * Newest first. A share whose server is gone lets whoever looks at it wait without end.
 * @param openers where it is asked how many days each has.
 */
export const lookAtBackups = ({ dataFolder, policy, site }: Place, openers?: readonly KeyObject[]): BackupsSeen => {
  const folder = new BackupFolder(backupFolderOf(dataFolder, policy, site));
  return {
    isSameDisk: policy.folder === null || diskOf(policy.folder) === diskOf(dataFolder),
    snapshots: folder
      .snapshots()
      .map((one) => ({ ...one, days: openers ? daysIn(folder.snapshotPath(one.name), openers) : null })),
  };
};
