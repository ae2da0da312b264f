import { join } from 'node:path';
import type { Clock } from './core/clock.ts';
import { Failure } from './core/fail.ts';
import type { Jobs } from './core/jobs.ts';
import type { UserDesk } from './features/auth/model.ts';
import type { Calendars } from './features/readings/calendars.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { ReportService } from './features/reports/service.ts';
import type { UnitDirectory } from './features/units/model.ts';
import type { Route } from './http/route.ts';

export type ReportsParts = {
  dataFolder: string;
  /** Absent where nothing is made, as while a demo is written. */
  jobs: Jobs | undefined;
  directory: UnitDirectory;
  calendars: Calendars;
  users: UserDesk;
  ingest: { flush(): Promise<void> };
  clock: Clock;
};

export type Reports = { routes: Route[]; service: ReportService; start(): void };

const noJobs: Jobs = { run: () => Promise.reject(new Failure('unavailable', 'no job process can be started here')) };

/** Reports: asked for, made apart, made by themselves. */
export const createReports = ({ dataFolder, jobs = noJobs, ingest, ...parts }: ReportsParts): Reports => {
  const folder = join(dataFolder, 'temp-reports');
  const service = new ReportService({ ...parts, jobs, folder, flush: () => ingest.flush() });
  return { routes: reportRoutes(service), service, start: () => service.start() };
};
