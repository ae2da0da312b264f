import type { Kysely } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { createRain, type RainSources } from './rain/create.ts';
import type { Schema } from '../../db/schema.ts';
import type { AuditTrail } from '../audit/model.ts';
import type { UserDesk } from '../auth/model.ts';
import { BalanceGraphs } from './balance/graphs.ts';
import { balanceRoutes } from './balance/routes.ts';
import { BalanceService } from './balance/service.ts';
import { ExecutiveAccess, type ScopedTokens } from './executive/access.ts';
import { ExecutiveStore } from './executive/executiveStore.ts';
import { othersOf } from './executive/others.ts';
import { executiveRoutes } from './executive/routes.ts';
import { ExecutiveService } from './executive/service.ts';
import type { FreshWaterService } from './freshWater/service.ts';
import { glanceAt, versionOf } from './glance.ts';
import { groundwaterRoutes } from './groundwater/routes.ts';
import { GroundwaterService } from './groundwater/service.ts';
import { DayCurves } from './landing/curves.ts';
import { QualityInLimit } from './landing/qualityInLimit.ts';
import { landingRoutes } from './landing/routes.ts';
import { LandingService } from './landing/service.ts';
import { neutralityRoutes } from './neutrality/routes.ts';
import { NeutralityService } from './neutrality/service.ts';
import type { RainHistoryService } from './rain/historyService.ts';
import { RoDays } from './ro/days.ts';
import { RoLog } from './ro/log.ts';
import { RoReferences } from './ro/references.ts';
import { RoStore } from './ro/roStore.ts';
import { roRoutes } from './ro/routes.ts';
import { RoService } from './ro/service.ts';
import { RoWorkBook } from './ro/workBook.ts';
import { summaryRoutes } from './summary/routes.ts';
import { SummaryService } from './summary/service.ts';
import type { Documents } from '../diagrams/model.ts';
import type { AlarmBook } from '../alarms/model.ts';
import type { Calendars } from '../../plantModel/calendars.ts';
import { Turns } from '../../core/pace.ts';
import type { ReadingReader } from '../../historian/read/reader.ts';
import type { UnitDirectory } from '../../plantModel/model.ts';
import type { Route } from '../../http/route.ts';

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
