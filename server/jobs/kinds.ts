import type { JobSetting } from '../contract/process/jobs.ts';
import type { Damage } from '../historian/index.ts';
import { backupWork, copyWork, lookWork, prepareWork, verifyWork } from './backupWork.ts';
import { exportWork, parseWork } from './bulkWork.ts';
import { diagnosticsWork } from './diagnosticsWork.ts';
import { drillWork } from './drillWork.ts';
import { type OpenReading, openReading } from './openReading.ts';
import { pagesWork } from './pagesWork.ts';
import { recoveryWork } from './recoveryWork.ts';
import { reportWork } from './reportWork.ts';
import { restoreWork } from './restoreWork.ts';
import { returnWork } from './returnWork.ts';
import { selfTestWork } from './selfTestWork.ts';
import { syncWork } from './syncWork.ts';
import type { Work } from './work.ts';

/**
 * Every kind of work that is done apart, by its name; the database is opened by the first and kept for the next.
 * @param onDamage is given each stored day that is found damaged while work is done.
 */
export const createKinds = (setting: JobSetting, onDamage: (damage: Damage) => void): ReadonlyMap<string, Work> => {
  let opened: OpenReading | undefined;
  const open = (): OpenReading => {
    opened ??= openReading(setting, onDamage);
    return opened;
  };
  return new Map([
    ['report', reportWork(setting, open)],
    ['return', returnWork(setting, open)],
    ['backup', backupWork(setting, open)],
    ['verifyBackup', verifyWork(setting)],
    ['lookAtBackups', lookWork(setting)],
    ['copyBackup', copyWork(setting)],
    ['prepareBackups', prepareWork(setting)],
    ['restoreBackup', restoreWork(setting)],
    ['parseFile', parseWork()],
    ['exportConfiguration', exportWork(open)],
    ['diagnostics', diagnosticsWork(setting, open)],
    ['selfTest', selfTestWork(open)],
    ['sync', syncWork(setting, open)],
    ['backupDrill', drillWork(setting)],
    ['recoverDatabase', recoveryWork(setting)],
    ['checkPages', pagesWork(setting)],
  ]);
};
