import { rmSync } from 'node:fs';
import { copyIn } from '../../backup/copyBackup.ts';
import { readMissing } from '../../backup/missingHistory.ts';
import type { Identity } from '../../bundle/identity.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { type Jobs, noJobs } from '../../core/jobs.ts';
import type { Log } from '../../core/log.ts';
import type { Writer } from '../../db/writer.ts';
import type { Route } from '../../http/route.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import { siteOwners, type UserDirectory } from '../auth/index.ts';
import { ChosenFolder } from './chosenFolder.ts';
import { MergeStore } from './mergeStore.ts';
import { Merging } from './merging.ts';
import { backupRoutes } from './routes.ts';
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
  writer: Writer;
  bus: Bus;
  clock: Clock;
  log: Log;
};

export type BackupFeature = { service: BackupService; routes: Route[]; stop(): Promise<void> };

/** Backups by policy and when asked, and what is known about them. */
export const createBackup = ({
  jobs = noJobs,
  users,
  directory,
  ingest,
  bus,
  writer,
  ...parts
}: BackupFeatureParts): BackupFeature => {
  const service = new BackupService({
    ...parts,
    jobs,
    runLog: new RunLog(parts.dataFolder, parts.log),
    missing: () => readMissing(parts.dataFolder),
    flush: () => ingest.flush(),
    alarm: (text) => {
      for (const industryId of siteOwners({ directory, users }))
        bus.emit('equipmentFault', { industryId, key: 'backup', name: 'Backup', text });
    },
  });
  // one that was under way when the server was killed
  rmSync(copyIn(parts.dataFolder), { recursive: true, force: true });
  const stopping = new AbortController();
  const backups = new ChosenFolder({ ...parts, jobs });
  const merging = new Merging({ ...parts, directory, store: new MergeStore(writer), backups, stopping: stopping.signal });
  return {
    service,
    routes: backupRoutes(service, merging),
    stop: () => {
      stopping.abort();
      return service.stop();
    },
  };
};
