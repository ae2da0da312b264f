import type { Identity } from '../../bundle/identity.ts';
import type { MissingHistory } from '../../contract/plant/backup.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { Log } from '../../core/log.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import type { UserDirectory } from '../auth/index.ts';
import { RunLog } from './runLog.ts';
import { BackupService } from './service.ts';

export type BackupFeatureParts = {
  dataFolder: string;
  identity: Identity;
  program: string;
  /** Absent where nothing is served, as while a demo is made. */
  jobs: Jobs | undefined;
  users: UserDirectory;
  directory: UnitDirectory;
  ingest: { flush(): Promise<void> };
  restart: (() => void) | undefined;
  missing(): MissingHistory | null;
  bus: Bus;
  clock: Clock;
  log: Log;
};

const noJobs: Jobs = { run: () => Promise.reject(new Failure('unavailable', 'no job process can be started here')) };

/** Backups by policy and when asked, and what is known about them. */
export const createBackup = ({ jobs = noJobs, users, directory, ingest, bus, ...parts }: BackupFeatureParts): BackupService => {
  /** The alarm goes to the industries whose users look after the site. */
  const owners = (): string[] =>
    directory
      .industries()
      .map(({ id }) => id)
      .filter((id) => users.usersOf(id).some(({ permissions, internal }) => permissions.has('SYSTEM') && !internal));
  return new BackupService({
    ...parts,
    jobs,
    runLog: new RunLog(parts.dataFolder, parts.log),
    flush: () => ingest.flush(),
    alarm: (text) => {
      for (const industryId of owners()) bus.emit('equipmentFault', { industryId, key: 'backup', name: 'Backup', text });
    },
  });
};
