import type { Clock } from '../../core/clock.ts';
import type { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import type { Ingest, ReadingReader } from '../../historian/index.ts';
import type { Route } from '../../http/route.ts';
import type { Calendars, UnitDirectory } from '../../plantModel/index.ts';
import { BatchRuns } from './batch.ts';
import { ReadingEntry } from './entry.ts';
import { entryRoutes } from './entryRoutes.ts';
import { JobList } from './jobList.ts';
import { type OverviewParts, overviewRoutes } from './overview/routes.ts';
import { readingRoutes } from './routes.ts';

export type ReadingsParts = {
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: Calendars;
  ingest: Ingest;
  scheduler: CooperativeScheduler;
  clock: Clock;
} & Pick<OverviewParts, 'troubles' | 'dischargeIds'>;

export type Readings = { routes: Route[]; jobs: JobList; stop(): Promise<void> };

/** What is served, entered and worked out again of readings. */
export const createReadings = ({ ingest, ...parts }: ReadingsParts): Readings => {
  const jobs = new JobList(parts.clock);
  const batch = new BatchRuns({ ...parts, jobs, recompute: (...asked) => ingest.recompute(...asked) });
  const entry = new ReadingEntry({ ...parts, enter: (...values) => ingest.enter(...values) });
  return {
    routes: [...readingRoutes(parts), ...overviewRoutes(parts), ...entryRoutes({ ...parts, entry, batch, jobs })],
    jobs,
    stop: () => batch.stop(),
  };
};
