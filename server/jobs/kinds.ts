import type { JobSetting } from '../contract/process/jobs.ts';
import { backupWork, verifyWork } from './backupWork.ts';
import { drillWork } from './drillWork.ts';
import { type OpenReading, openReading } from './openReading.ts';
import { reportWork } from './reportWork.ts';
import { restoreWork } from './restoreWork.ts';
import { returnWork } from './returnWork.ts';
import { selfTestWork } from './selfTestWork.ts';
import type { Work } from './work.ts';

/** Every kind of work that is done apart, by its name; the database is opened by the first and kept for the next. */
export const createKinds = (setting: JobSetting): ReadonlyMap<string, Work> => {
  let opened: OpenReading | undefined;
  const open = (): OpenReading => {
    opened ??= openReading(setting);
    return opened;
  };
  return new Map([
    ['report', reportWork(setting, open)],
    ['return', returnWork(setting, open)],
    ['backup', backupWork(setting, open)],
    ['verifyBackup', verifyWork(setting)],
    ['restoreBackup', restoreWork(setting)],
    ['selfTest', selfTestWork(open)],
    ['backupDrill', drillWork(setting)],
  ]);
};
