import { join } from 'node:path';
import { z } from 'zod';
import { BackupFolder } from '../backup/backupFolder.ts';
import { backupFolderOf, readPolicy } from '../backup/policy.ts';
import { restoreBackup } from '../backup/restoreBackup.ts';
import { stageIn } from '../backup/swapFolder.ts';
import { restoredBy, takeOver } from '../backup/takeOver.ts';
import { loadIdentity } from '../bundle/identity.ts';
import type { JobSetting } from '../contract/process/jobs.ts';
import { turnWithRoom } from './turnWithRoom.ts';
import type { Work } from './work.ts';

const order = z.object({ nowMs: z.number(), name: z.string(), as: z.enum(['replacement', 'copy']), by: restoredBy.optional() });

/** Unpacks a backup beside the plant that runs, ready to take its place at the next start. */
export const restoreWork =
  ({ dataFolder }: JobSetting): Work =>
  async (input, signal) => {
    const { nowMs, name, as, by } = order.parse(input);
    const identity = loadIdentity(join(dataFolder, 'keys'), nowMs);
    const folder = new BackupFolder(backupFolderOf(dataFolder, readPolicy(dataFolder), identity.site));
    const into = stageIn(dataFolder);
    const turn = turnWithRoom(dataFolder, signal);
    const { manifest, days } = await restoreBackup({
      snapshot: folder.snapshotPath(name),
      openers: [identity.opening],
      into,
      turn,
    });
    takeOver({ into, as, snapshot: name, manifest, days, dataFolder, nowMs, ...(by && { by }) });
    return { snapshot: name, bytes: null, days, damaged: manifest.damaged.length };
  };
