import type { Identity } from '../../bundle/identity.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { Log } from '../../core/log.ts';
import type { Writer } from '../../db/writer.ts';
import type { Ingest, ReadingReader } from '../../historian/index.ts';
import type { Route } from '../../http/route.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import { liveSnapshot } from '../readings/index.ts';
import type { Proposals } from './model.ts';
import { askByJobs } from './questions.ts';
import { GoneDayStore } from './restored/goneDayStore.ts';
import { HeldDayStore } from './restored/heldDayStore.ts';
import { HeldDays } from './restored/heldDays.ts';
import type { AfterRestore } from './round/roundParts.ts';
import { syncRoutes } from './routes.ts';
import { SyncService } from './service.ts';
import { SyncStore } from './syncStore.ts';
import { createOpenSlots } from './ticks/openSlotsStore.ts';

export type SyncFeatureParts = {
  dataFolder: string;
  identity: Identity;
  program: string;
  writer: Writer;
  directory: UnitDirectory;
  reader: ReadingReader;
  ingest: Pick<Ingest, 'adopt'>;
  audit: AuditTrail;
  jobs: Jobs;
  proposals: Proposals;
  bus: Bus;
  clock: Clock;
  log: Log;
};

export type SyncFeature = { sync: SyncService; routes: Route[] };

/** Synchronisation of the plant with its hub. */
export const createSync = ({ writer, directory, reader, jobs, ingest, audit, ...parts }: SyncFeatureParts): SyncFeature => {
  const [held, gone] = [new HeldDayStore(writer), new GoneDayStore(writer)];
  const adopt: AfterRestore['adopt'] = (days, beside) => ingest.adopt(days, beside);
  const sync = new SyncService({
    ...parts,
    restored: { held, gone, adopt, audit },
    store: new SyncStore(writer),
    ask: askByJobs(jobs),
    plantName: (industryIds) =>
      directory
        .industries()
        .filter(({ id }) => industryIds.includes(id))
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 100) || 'Plant',
    openSlots: createOpenSlots(writer),
    latest: (industryId) => liveSnapshot(directory, reader, industryId),
    random: Math.random,
  });
  const heldDays = new HeldDays({ held, gone, adopt, directory, onDecided: () => sync.beginSoon() });
  return { sync, routes: syncRoutes({ sync, heldDays }) };
};
