import type { Kysely } from 'kysely';
import type { Clock } from './core/clock.ts';
import type { FieldGateway } from './core/field.ts';
import type { TwinHost } from './core/simulation.ts';
import type { Sqlite } from './db/open.ts';
import type { Schema } from './db/schema.ts';
import { ConfigurationExport } from './features/commissioning/bulk/exporter.ts';
import { ConfigurationImport } from './features/commissioning/bulk/importer.ts';
import { bulkRoutes } from './features/commissioning/bulk/routes.ts';
import type { LoadRule } from './features/commissioning/lineLoad.ts';
import { LoopTestService } from './features/commissioning/loopTest/loopTestService.ts';
import { LoopTestStore } from './features/commissioning/loopTest/loopTestStore.ts';
import { loopTestRoutes } from './features/commissioning/loopTest/routes.ts';
import type { DecodeRule } from './features/commissioning/model.ts';
import type { PointBook } from './features/commissioning/recordRules.ts';
import { RecordStore } from './features/commissioning/recordStore.ts';
import { RecordWriter } from './features/commissioning/recordWriter.ts';
import type { FieldRegistry } from './features/commissioning/registry.ts';
import type { TemplateCatalog } from './features/commissioning/templates/catalog.ts';
import { InstanceService } from './features/commissioning/templates/instanceService.ts';
import { templateRoutes } from './features/commissioning/templates/routes.ts';
import { TemplateService } from './features/commissioning/templates/templateService.ts';
import { TemplateStore } from './features/commissioning/templates/templateStore.ts';
import { twinRoutes } from './features/commissioning/twins/routes.ts';
import { TwinService } from './features/commissioning/twins/twinService.ts';
import type { Calendars } from './features/readings/calendars.ts';
import { Turns } from './features/readings/pace.ts';
import type { ConfigurationChanges } from './features/units/changes.ts';
import type { UnitDirectory } from './features/units/model.ts';
import type { Route } from './http/route.ts';

export type CommissioningParts = {
  kysely: Kysely<Schema>;
  /** Only reads. */
  reader: Kysely<Schema>;
  sqlite: Sqlite;
  directory: UnitDirectory;
  calendars: Calendars;
  registry: FieldRegistry;
  points: PointBook;
  catalog: TemplateCatalog;
  changes: ConfigurationChanges;
  decodeRule: DecodeRule;
  loadRule: LoadRule;
  gateway: Pick<FieldGateway, 'tag'>;
  twinHost: TwinHost;
  /** Works out anew which readings reach a unit. */
  refreshBindings(): void;
  clock: Clock;
};

export type Commissioning = {
  templates: TemplateService;
  loopTests: LoopTestService;
  twins: TwinService;
  routes: Route[];
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Device models, bulk configuration, loop tests and simulated twins. */
export const createCommissioning = ({
  kysely,
  reader,
  sqlite,
  twinHost,
  refreshBindings,
  ...parts
}: CommissioningParts): Commissioning => {
  const turns = new Turns();
  const writer = new RecordWriter({ ...parts, store: new RecordStore(sqlite) });
  const templates = new TemplateService({ ...parts, store: new TemplateStore(kysely) });
  const instances = new InstanceService({ ...parts, writer, turns });
  const configurationExport = new ConfigurationExport({ ...parts, turns });
  const configurationImport = new ConfigurationImport({ ...parts, writer, turns });
  const twins = new TwinService({ ...parts, host: twinHost, onChanged: refreshBindings });
  const loopTests = new LoopTestService({ ...parts, store: new LoopTestStore(kysely, reader) });
  return {
    templates,
    loopTests,
    twins,
    routes: [
      ...templateRoutes({ templates, instances }),
      ...bulkRoutes({ configurationExport, configurationImport }),
      ...twinRoutes(twins),
      ...loopTestRoutes(loopTests),
    ],
    start: () => templates.start(),
    stop: () => twins.stop(),
  };
};
