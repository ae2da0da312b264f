import type { Kysely } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import type { Schema } from '../../db/schema.ts';
import type { Writer } from '../../db/writer.ts';
import type { ReadingReader } from '../../historian/index.ts';
import type { Route } from '../../http/route.ts';
import type { Calendars, UnitDirectory } from '../../plantModel/index.ts';
import type { AlarmReader } from '../alarms/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { UserDirectory } from '../auth/index.ts';
import type { VersionedDocuments } from '../diagrams/index.ts';
import { DayCurves } from '../readings/index.ts';
import { type BalanceGraphs, type BalanceService, type Balances, balanceRoutes } from './balance/index.ts';
import {
  crossDashboardKpis,
  ExecutiveAccess,
  ExecutiveService,
  ExecutiveStore,
  executiveRoutes,
  type ScopedTokens,
} from './executive/index.ts';
import { FreshWaterService, freshWaterRoutes, HarvestDesigns } from './freshWater/index.ts';
import { glanceAt, versionOf } from './glance.ts';
import { GroundwaterService, groundwaterRoutes } from './groundwater/index.ts';
import { LandingService, landingRoutes, QualityInLimit } from './landing/index.ts';
import { NeutralityService, neutralityRoutes } from './neutrality/index.ts';
import { createRain, type RainHistoryService, type RainSources, rainRoutes } from './rain/index.ts';
import { RoDays, type RoEvents, RoLog, RoReferences, RoService, roRoutes } from './ro/index.ts';
import { SummaryService, summaryRoutes } from './summary/index.ts';

export type DashboardParts = {
  writer: Writer;
  /** On the connection that only reads. */
  readerKysely: Kysely<Schema>;
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: Calendars;
  audit: AuditTrail;
  alarms: AlarmReader;
  /** Makes tokens that open one page. */
  tokens: ScopedTokens;
  users: Pick<UserDirectory, 'user'>;
  documents: VersionedDocuments;
  rainSources: RainSources;
  /** Cleanings and shutdowns of RO plants, which alarms ask for too. */
  roEvents: RoEvents;
  balances: Balances;
  scheduler: CooperativeScheduler;
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
  rainHistory: RainHistoryService;
  freshWater: FreshWaterService;
};

/** Every dashboard, joined from its own service and routes. */
export const createDashboards = ({
  writer,
  readerKysely,
  directory,
  reader,
  calendars,
  documents,
  rainSources,
  roEvents,
  balances,
  scheduler: turns,
  clock,
  alarms,
  tokens,
  users,
}: DashboardParts): Dashboards => {
  const { graphs: balanceGraphs, balance } = balances;
  const serving = { directory, reader, calendars, turns, scheduler: turns, clock };
  const groundwater = new GroundwaterService(serving);
  const { rain, rainHistory } = createRain({ ...serving, writer, readerKysely, sources: rainSources });
  const freshWater = new FreshWaterService({ documents, directory, rain }, () => clock.now());
  const neutrality = new NeutralityService(serving);
  const { store, log: roWork } = roEvents;
  const days = new RoDays();
  const references = new RoReferences({ store, days, directory, clock });
  const ro = new RoService({ ...serving, store, references, days });
  const roLog = new RoLog({ ...serving, store, references, work: roWork });
  const quality = new QualityInLimit(directory);
  const version = versionOf(balanceGraphs, store, writer);
  const glance = glanceAt({ balance, ro, version });
  const landing = new LandingService({ ...serving, alarms, curves: new DayCurves(), quality, glance });
  const summary = new SummaryService({ ...serving, alarms });
  const access = new ExecutiveAccess({
    store: new ExecutiveStore(writer, readerKysely),
    tokens,
    users,
    documents,
    directory,
    clock,
    database: writer,
  });
  const others = crossDashboardKpis({ balance, neutrality, ro, version });
  const executive = new ExecutiveService({ ...serving, access, alarms, quality, others });
  return {
    routes: [
      ...landingRoutes(landing),
      ...summaryRoutes(summary),
      ...executiveRoutes({ executive, access }),
      ...balanceRoutes({ graphs: balanceGraphs, balance }),
      ...groundwaterRoutes(groundwater),
      ...rainRoutes({ rain, rainHistory, designs: new HarvestDesigns(documents, directory) }),
      ...freshWaterRoutes(freshWater),
      ...neutralityRoutes({ neutrality }),
      ...roRoutes({ ro, roLog }),
    ],
    executiveAccess: access,
    balanceGraphs,
    balance,
    neutrality,
    ro,
    roLog,
    rainHistory,
    freshWater,
  };
};
