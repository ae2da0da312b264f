import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadIdentity } from '../bundle/identity.ts';
import { ROLL_BACK_FILE, rollBackOrder } from '../contract/process/shell.ts';
import { readJsonFile } from '../core/files/wholeFile.ts';
import { isOfNewerVersion } from '../db/newerVersion.ts';
import { BackupFolder } from './backupFolder.ts';
import { DATABASE } from './manifest.ts';
import { backupFolderOf, readPolicy } from './policy.ts';
import { restoreBackup } from './restoreBackup.ts';
import { markForSwap, stageIn } from './swapFolder.ts';
import { takeOver } from './takeOver.ts';

/**
 * Before the database is opened: where a newer version changed it and this one took its place again, the backup made before is unpacked and
 * marked to take its place. What was measured since is kept beside it, and is a gap. Cut at any moment, the next start does it again.
 * @returns the name of the backup; undefined where nothing was asked, or this version can go on with what is there.
 */
export const rollBack = async (dataFolder: string, nowMs: number): Promise<string | undefined> => {
  const order = join(dataFolder, ROLL_BACK_FILE);
  const asked = readJsonFile(order, rollBackOrder);
  if (!asked) return undefined;
  const isNeeded = isOfNewerVersion(join(dataFolder, DATABASE));
  if (isNeeded) {
    const identity = loadIdentity(join(dataFolder, 'keys'), nowMs);
    const folder = new BackupFolder(backupFolderOf(dataFolder, readPolicy(dataFolder), identity.site));
    const into = stageIn(dataFolder);
    const { snapshot } = asked;
    const parts = { snapshot: folder.snapshotPath(snapshot), openers: [identity.opening], into, turn: () => nextTurn() };
    const { manifest, days } = await restoreBackup(parts);
    takeOver({ into, as: 'replacement', snapshot, manifest, days, dataFolder, nowMs });
    markForSwap(dataFolder, nowMs);
  }
  rmSync(order, { force: true });
  return isNeeded ? asked.snapshot : undefined;
};
