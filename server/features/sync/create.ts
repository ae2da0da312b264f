import type { Identity } from '../../bundle/identity.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { Log } from '../../core/log.ts';
import type { Writer } from '../../db/writer.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import { askByJobs } from './questions.ts';
import { SyncService } from './service.ts';
import { SyncStore } from './syncStore.ts';

export type SyncFeatureParts = {
  dataFolder: string;
  identity: Identity;
  program: string;
  writer: Writer;
  directory: UnitDirectory;
  jobs: Jobs;
  bus: Bus;
  clock: Clock;
  log: Log;
};

/** Synchronisation of the plant with its hub. */
export const createSync = ({ writer, directory, jobs, ...parts }: SyncFeatureParts): SyncService =>
  new SyncService({
    ...parts,
    store: new SyncStore(writer),
    ask: askByJobs(jobs),
    plantName: () =>
      directory
        .industries()
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 100) || 'Plant',
    random: Math.random,
  });
