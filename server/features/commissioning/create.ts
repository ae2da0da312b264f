import type { Kysely } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import type { FieldGateway } from '../../core/field.ts';
import type { TwinHost } from '../../core/simulation.ts';
import type { Schema } from '../../db/schema.ts';
import type { Writer } from '../../db/writer.ts';
import type { Route } from '../../http/route.ts';
import type { Calendars, ConfigurationChanges, UnitDirectory } from '../../plantModel/index.ts';
import { ConfigurationExport } from './bulk/exporter.ts';
import { ConfigurationImport } from './bulk/importer.ts';
import { bulkRoutes } from './bulk/routes.ts';
import type { LoadRule } from './lineLoad.ts';
import { LoopTestService } from './loopTest/loopTestService.ts';
import { LoopTestStore } from './loopTest/loopTestStore.ts';
import { loopTestRoutes } from './loopTest/routes.ts';
import type { DecodeRule } from './model.ts';
import type { WritePointLookup } from './recordRules.ts';
import { RecordStore } from './recordStore.ts';
import { RecordWriter } from './recordWriter.ts';
import type { FieldRegistry } from './registry.ts';
import type { TemplateCatalog } from './templates/catalog.ts';
import { InstanceService } from './templates/instanceService.ts';
import { templateRoutes } from './templates/routes.ts';
import { TemplateService } from './templates/templateService.ts';
import { TemplateStore } from './templates/templateStore.ts';
import { twinRoutes } from './twins/routes.ts';
import { TwinService } from './twins/twinService.ts';

export type CommissioningParts = {
  writer: Writer;
  /** Only reads. */
  reader: Kysely<Schema>;
  directory: UnitDirectory;
  calendars: Calendars;
  registry: FieldRegistry;
  points: WritePointLookup;
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
  writer,
  reader,
  twinHost,
  refreshBindings,
  ...parts
}: CommissioningParts): Commissioning => {
  const turns = new CooperativeScheduler();
  const records = new RecordWriter({ ...parts, writer, store: new RecordStore(writer) });
  const templates = new TemplateService({ ...parts, store: new TemplateStore(writer) });
  const instances = new InstanceService({ ...parts, writer: records, turns });
  const configurationExport = new ConfigurationExport({ ...parts, turns });
  const configurationImport = new ConfigurationImport({ ...parts, writer: records, turns });
  const twins = new TwinService({ ...parts, host: twinHost, onChanged: refreshBindings });
  const loopTests = new LoopTestService({ ...parts, store: new LoopTestStore(writer, reader) });
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
