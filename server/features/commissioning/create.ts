import type { Kysely } from 'kysely';
import type { DeviceTemplate } from '../../contract/model/deviceTemplates.ts';
import type { Clock } from '../../core/clock.ts';
import type { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import type { FieldConfiguration, FieldGateway } from '../../core/field/field.ts';
import type { FieldTools } from '../../core/field/fieldTools.ts';
import type { TwinHost } from '../../core/field/simulation.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { Schema } from '../../db/schema.ts';
import type { Writer } from '../../db/writer.ts';
import type { Route } from '../../http/route.ts';
import type { Calendars, ConfigurationChanges, TagBinding, UnitDirectory } from '../../plantModel/index.ts';
import { ConfigurationExport, exportApart } from './bulk/exporter.ts';
import { ConfigurationImport } from './bulk/importer.ts';
import { parseApart } from './bulk/parsedFile.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { ConnectionService } from './connectionService.ts';
import { DeviceService } from './deviceService.ts';
import { FieldConfigurator } from './fieldConfigurator.ts';
import type { LoadRule } from './lineLoad.ts';
import { LoopTestService } from './loopTest/loopTestService.ts';
import { LoopTestStore } from './loopTest/loopTestStore.ts';
import { loopTestRoutes } from './loopTest/routes.ts';
import type { DecodeRule } from './model.ts';
import type { WritePointLookup } from './recordRules.ts';
import { RecordStore } from './recordStore.ts';
import { RecordWriter, type RecordWriterParts } from './recordWriter.ts';
import { FieldRegistry } from './registry.ts';
import { commissioningRoutes } from './routes.ts';
import { FieldStore } from './store.ts';
import { TagService } from './tagService.ts';
import { TemplateCatalog } from './templates/catalog.ts';
import { InstanceService } from './templates/instanceService.ts';
import { templateRoutes } from './templates/routes.ts';
import { TemplateService } from './templates/templateService.ts';
import { TemplateStore } from './templates/templateStore.ts';
import { createTools } from './tools/create.ts';
import { twinRoutes } from './twins/routes.ts';
import { TwinService } from './twins/twinService.ts';

/** Lines, devices and tags as they are configured, device models, and the simulated devices that run for training. */
export type FieldModel = { store: FieldStore; registry: FieldRegistry; catalog: TemplateCatalog; twins: TwinService };

export type FieldModelParts = {
  writer: Writer;
  /** Device models of the installation. */
  templates: () => readonly DeviceTemplate[];
  gateway: Pick<FieldGateway, 'tag'>;
  twinHost: TwinHost;
  clock: Clock;
};

export const createFieldModel = ({ writer, templates, gateway, twinHost, clock }: FieldModelParts): FieldModel => {
  const registry = new FieldRegistry();
  const catalog = new TemplateCatalog(templates);
  const twins = new TwinService({ host: twinHost, registry, catalog, gateway, clock });
  return { store: new FieldStore(writer), registry, catalog, twins };
};

export type CommissioningParts = FieldModel & {
  writer: Writer;
  /** Only reads. */
  reader: Kysely<Schema>;
  directory: UnitDirectory;
  calendars: Calendars;
  points: WritePointLookup;
  horns: RecordWriterParts['horns'];
  changes: ConfigurationChanges;
  decodeRule: DecodeRule;
  loadRule: LoadRule;
  gateway: Pick<FieldGateway, 'tag'>;
  tools: FieldTools;
  /** Who reads the wires, and who takes the samples: both are given what is configured, at the start and after every change. */
  applyField(configuration: FieldConfiguration): void;
  applyBindings(bindings: TagBinding[]): void;
  scheduler: CooperativeScheduler;
  /** Reads and writes large files apart; absent where nothing is served. */
  jobs: Jobs | undefined;
  clock: Clock;
};

export type Commissioning = {
  connections: ConnectionService;
  devices: DeviceService;
  tags: TagService;
  configurator: FieldConfigurator;
  templates: TemplateService;
  loopTests: LoopTestService;
  tools: { stop(): Promise<void> };
  routes: Route[];
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Lines, devices, tags, models, bulk configuration, loop tests, tools at the line and simulated twins. */
export const createCommissioning = ({
  writer,
  reader,
  tools: fieldTools,
  scheduler: turns,
  ...parts
}: CommissioningParts): Commissioning => {
  const { store, catalog, twins, clock } = parts;
  const connections = new ConnectionService(parts);
  const devices = new DeviceService(parts);
  const tags = new TagService(parts);
  const configurator = new FieldConfigurator({ ...parts, source: store });
  const records = new RecordWriter({ ...parts, writer, store: new RecordStore(writer) });
  const templates = new TemplateService({ ...parts, store: new TemplateStore(writer) });
  const instances = new InstanceService({ ...parts, writer: records, turns });
  const { jobs } = parts;
  const configurationExport = jobs ? exportApart(jobs) : new ConfigurationExport({ ...parts, turns });
  const parse = jobs && { parse: parseApart(jobs) };
  const configurationImport = new ConfigurationImport({ ...parts, writer: records, turns, ...parse });
  const loopTests = new LoopTestService({ ...parts, store: new LoopTestStore(writer, reader) });
  const tools = createTools({ tools: fieldTools, registry: parts.registry, catalog, clock });
  return {
    connections,
    devices,
    tags,
    configurator,
    templates,
    loopTests,
    tools,
    routes: [
      ...commissioningRoutes({ connections, devices, tags }),
      ...templateRoutes({ templates, instances }),
      ...bulkRoutes({ configurationExport, configurationImport }),
      ...twinRoutes(twins),
      ...loopTestRoutes(loopTests),
      ...tools.routes,
    ],
    start: async () => {
      await templates.start();
      await configurator.start();
    },
    stop: async () => {
      configurator.stop();
      await twins.stop();
    },
  };
};
