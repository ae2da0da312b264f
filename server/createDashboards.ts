import type { Kysely } from 'kysely';
import type { Clock } from './core/clock.ts';
import type { Schema } from './db/schema.ts';
import type { AuditTrail } from './features/audit/model.ts';
import { BalanceGraphs } from './features/dashboards/balance/graphs.ts';
import { balanceRoutes } from './features/dashboards/balance/routes.ts';
import { BalanceService } from './features/dashboards/balance/service.ts';
import { groundwaterRoutes } from './features/dashboards/groundwater/routes.ts';
import { GroundwaterService } from './features/dashboards/groundwater/service.ts';
import type { Documents } from './features/diagrams/model.ts';
import type { AlarmBook } from './features/notifications/model.ts';
import type { Calendars } from './features/readings/calendars.ts';
import { Turns } from './features/readings/pace.ts';
import type { ReadingReader } from './features/readings/reader.ts';
import type { UnitDirectory } from './features/units/model.ts';
import type { Route } from './http/route.ts';

export type DashboardParts = {
  kysely: Kysely<Schema>;
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: Calendars;
  audit: AuditTrail;
  alarms: AlarmBook;
  documents: Documents;
  clock: Clock;
};

export type Dashboards = { routes: Route[]; balanceGraphs: BalanceGraphs; balance: BalanceService };

/** Every dashboard, joined from its own service and routes. */
export const createDashboards = ({ directory, reader, calendars, documents, clock }: DashboardParts): Dashboards => {
  const turns = new Turns();
  const balanceGraphs = new BalanceGraphs(documents, directory);
  const balance = new BalanceService({ graphs: balanceGraphs, directory, reader, calendars, turns, clock });
  const groundwater = new GroundwaterService({ directory, reader, calendars, turns, clock });
  return {
    routes: [...balanceRoutes({ graphs: balanceGraphs, balance }), ...groundwaterRoutes(groundwater)],
    balanceGraphs,
    balance,
  };
};
