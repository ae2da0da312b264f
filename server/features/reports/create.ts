import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { type Jobs, noJobs } from '../../core/jobs.ts';
import type { Log } from '../../core/log.ts';
import type { Schema } from '../../db/schema.ts';
import type { Writer } from '../../db/writer.ts';
import type { Route } from '../../http/route.ts';
import type { Calendars, UnitDirectory } from '../../plantModel/index.ts';
import type { SettingsService } from '../accounts/index.ts';
import type { UserDirectory } from '../auth/index.ts';
import type { Email } from '../delivery/index.ts';
import { returnRoutes } from './returns/routes.ts';
import { ReturnService } from './returns/service.ts';
import { reportRoutes } from './routes.ts';
import { Mailing } from './schedules/mailing.ts';
import { scheduleRoutes } from './schedules/routes.ts';
import { RunFiles } from './schedules/runFiles.ts';
import { ReportScheduler } from './schedules/scheduler.ts';
import { ScheduleStore } from './schedules/scheduleStore.ts';
import { ReportService } from './service.ts';

export type ReportsParts = {
  writer: Writer;
  /** On the connection that only reads. */
  readerKysely: Kysely<Schema>;
  dataFolder: string;
  /** Absent where nothing is made, as while a demo is written. */
  jobs: Jobs | undefined;
  directory: UnitDirectory;
  calendars: Calendars;
  users: UserDirectory;
  settings: Pick<SettingsService, 'reports'>;
  email: Email | undefined;
  ingest: { flush(): Promise<void> };
  clock: Clock;
  log: Log;
};

export type Reports = {
  routes: Route[];
  service: ReportService;
  scheduler: ReportScheduler;
  start(): void;
  stop(): Promise<void>;
};

/** Reports: asked for, made apart, made by themselves. */
export const createReports = ({ writer, readerKysely, jobs = noJobs, ingest, email, ...parts }: ReportsParts): Reports => {
  const folder = join(parts.dataFolder, 'temp-reports');
  const service = new ReportService({ ...parts, jobs, folder, flush: () => ingest.flush() });
  const returns = new ReturnService({ ...parts, jobs, folder, flush: () => ingest.flush() });
  const store = new ScheduleStore(writer, readerKysely);
  const files = new RunFiles({ ...parts, store });
  const scheduler = new ReportScheduler({ ...parts, store, service, files, mailing: new Mailing({ ...parts, store, email }) });
  return {
    routes: [...reportRoutes(service), ...returnRoutes(returns), ...scheduleRoutes(store, files)],
    service,
    scheduler,
    start: () => {
      service.start();
      scheduler.start();
    },
    stop: () => scheduler.stop(),
  };
};
