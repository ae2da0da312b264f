import type { Kysely } from 'kysely';
import type { Clock } from './core/clock.ts';
import { createRain, type RainSources } from './createRain.ts';
import type { Schema } from './db/schema.ts';
import type { AuditTrail } from './features/audit/model.ts';
import type { UserDesk } from './features/auth/model.ts';
import { BalanceGraphs } from './features/dashboards/balance/graphs.ts';
import { balanceRoutes } from './features/dashboards/balance/routes.ts';
import { BalanceService } from './features/dashboards/balance/service.ts';
import { ExecutiveAccess, type ScopedTokens } from './features/dashboards/executive/access.ts';
import { ExecutiveStore } from './features/dashboards/executive/executiveStore.ts';
import { othersOf } from './features/dashboards/executive/others.ts';
import { executiveRoutes } from './features/dashboards/executive/routes.ts';
import { ExecutiveService } from './features/dashboards/executive/service.ts';
import type { FreshWaterService } from './features/dashboards/freshWater/service.ts';
import { glanceAt, versionOf } from './features/dashboards/glance.ts';
import { groundwaterRoutes } from './features/dashboards/groundwater/routes.ts';
import { GroundwaterService } from './features/dashboards/groundwater/service.ts';
import { DayCurves } from './features/dashboards/landing/curves.ts';
import { QualityInLimit } from './features/dashboards/landing/qualityInLimit.ts';
import { landingRoutes } from './features/dashboards/landing/routes.ts';
import { LandingService } from './features/dashboards/landing/service.ts';
import { neutralityRoutes } from './features/dashboards/neutrality/routes.ts';
import { NeutralityService } from './features/dashboards/neutrality/service.ts';
import type { RainHistoryService } from './features/dashboards/rain/historyService.ts';
import { RoDays } from './features/dashboards/ro/days.ts';
import { RoLog } from './features/dashboards/ro/log.ts';
import { RoReferences } from './features/dashboards/ro/references.ts';
import { RoStore } from './features/dashboards/ro/roStore.ts';
import { roRoutes } from './features/dashboards/ro/routes.ts';
import { RoService } from './features/dashboards/ro/service.ts';
import { RoWorkBook } from './features/dashboards/ro/workBook.ts';
import { summaryRoutes } from './features/dashboards/summary/routes.ts';
import { SummaryService } from './features/dashboards/summary/service.ts';
import type { Documents } from './features/diagrams/model.ts';
import type { AlarmBook } from './features/notifications/model.ts';
import type { Calendars } from './features/readings/calendars.ts';
import { Turns } from './features/readings/pace.ts';
import type { ReadingReader } from './features/readings/reader.ts';
import type { UnitDirectory } from './features/units/model.ts';
import type { Route } from './http/route.ts';

export type DashboardParts = {
  kysely: Kysely<Schema>;
  /** On the connection that only reads. */
  readerKysely: Kysely<Schema>;
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: Calendars;
  audit: AuditTrail;
  alarms: AlarmBook;
  /** Makes tokens that open one page. */
  tokens: ScopedTokens;
  users: Pick<UserDesk, 'user'>;
  documents: Documents;
  rainSources: RainSources;
  clock: Clock;
};

export type Dashboards = {
  routes: Route[];
  executiveAccess: ExecutiveAccess;
  balanceGraphs: BalanceGraphs;
  balance: BalanceService;
  neutrality: NeutralityService;
  ro: RoService;
  roLog: RoLog;
  roWork: RoWorkBook;
  rainHistory: RainHistoryService;
  freshWater: FreshWaterService;
};

/** Every dashboard, joined from its own service and routes. */
export const createDashboards = ({
  kysely,
  readerKysely,
  directory,
  reader,
  calendars,
  documents,
  rainSources,
  clock,
  alarms,
  tokens,
  users,
}: DashboardParts): Dashboards => {
  const turns = new Turns();
  const balanceGraphs = new BalanceGraphs(documents, directory);
  const balance = new BalanceService({ graphs: balanceGraphs, directory, reader, calendars, turns, clock });
  const serving = { directory, reader, calendars, turns, clock };
  const groundwater = new GroundwaterService(serving);
  const rain = createRain({ ...serving, kysely, readerKysely, documents, sources: rainSources });
  const neutrality = new NeutralityService(serving);
  const store = new RoStore(kysely, readerKysely);
  const days = new RoDays();
  const references = new RoReferences({ store, days, directory, clock });
  const ro = new RoService({ ...serving, store, references, days });
  const roWork = new RoWorkBook((industryId) => store.events(industryId));
  const roLog = new RoLog({ ...serving, store, references, work: roWork });
  const quality = new QualityInLimit(directory);
  const version = versionOf(balanceGraphs, store);
  const glance = glanceAt({ balance, ro, version });
  const landing = new LandingService({ ...serving, alarms, curves: new DayCurves(), quality, glance });
  const summary = new SummaryService({ ...serving, alarms });
  const access = new ExecutiveAccess({
    store: new ExecutiveStore(kysely, readerKysely),
    tokens,
    users,
    documents,
    directory,
    clock,
  });
  const others = othersOf({ balance, neutrality, ro, version });
  const executive = new ExecutiveService({ ...serving, access, alarms, quality, others });
  return {
    routes: [
      ...landingRoutes(landing),
      ...summaryRoutes(summary),
      ...executiveRoutes({ executive, access }),
      ...balanceRoutes({ graphs: balanceGraphs, balance }),
      ...groundwaterRoutes(groundwater),
      ...rain.routes,
      ...neutralityRoutes({ neutrality }),
      ...roRoutes({ ro, roLog }),
    ],
    executiveAccess: access,
    balanceGraphs,
    balance,
    neutrality,
    ro,
    roLog,
    roWork,
    rainHistory: rain.rainHistory,
    freshWater: rain.freshWater,
  };
};
