import type { Kysely } from 'kysely';
import type { Clock } from './core/clock.ts';
import type { Schema } from './db/schema.ts';
import type { AuditTrail } from './features/audit/model.ts';
import type { Documents } from './features/diagrams/model.ts';
import type { Calendars } from './features/readings/calendars.ts';
import type { ReadingReader } from './features/readings/reader.ts';
import type { UnitDirectory } from './features/units/model.ts';
import type { Route } from './http/route.ts';

export type DashboardParts = {
  kysely: Kysely<Schema>;
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: Calendars;
  audit: AuditTrail;
  documents: Documents;
  clock: Clock;
};

/** Every dashboard, joined from its own service and routes. */
export const createDashboards = (_parts: DashboardParts): { routes: Route[] } => ({
  routes: [],
});
