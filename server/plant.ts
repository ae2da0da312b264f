import { join } from 'node:path';
import type { Config } from './config.ts';
import { Bus } from './core/bus.ts';
import type { Clock } from './core/clock.ts';
import type { Jobs } from './core/jobs.ts';
import type { Log } from './core/log.ts';
import { slotOf } from './core/slots.ts';
import { createAccounts } from './features/accounts/index.ts';
import { createAlerts } from './features/alarms/index.ts';
import { AuditService, AuditStore } from './features/audit/index.ts';
import { createAuth, createSms } from './features/auth/index.ts';
import {
  ConnectionService,
  createCommissioning,
  createTools,
  DeviceService,
  EventLoopDelay,
  FieldConfigurator,
  FieldRegistry,
  FieldStore,
  type MetricsSource,
  TagService,
  TemplateCatalog,
} from './features/commissioning/index.ts';
import { createDashboards } from './features/dashboards/index.ts';
import { createDelivery } from './features/delivery/index.ts';
import { createDiagrams } from './features/diagrams/index.ts';
import { createPlc, type Plc } from './features/plc/index.ts';
import { createReadings } from './features/readings/index.ts';
import { createReports } from './features/reports/index.ts';
import {
  CategoryService,
  CategoryStore,
  IndustryService,
  IndustryStore,
  UnitService,
  UnitStore,
} from './features/units/index.ts';
import { ModbusCommands } from './field/commands.ts';
import { validateDecode } from './field/decode/validateDecode.ts';
import { busLoadPct } from './field/doctor/busLoad.ts';
import { ModbusGateway } from './field/gateway.ts';
import { openSerial } from './field/ports/modemLine.ts';
import { LoopbackTwins } from './field/simulator/twinHost.ts';
import { loadTemplates } from './field/templates.ts';
import { ModbusTools } from './field/tools.ts';
import { HistoryWriter, Ingest, ReadingStore, SlotReader, SlotStore } from './historian/index.ts';
import { Calendars, ConfigurationChanges, DirectoryStore, MemoryUnitDirectory } from './plantModel/index.ts';
import type { Storage } from './storage.ts';

const SLOT_SECONDS = 300;
/** DESIGN 8: the phone whose code is known, in a demo and nowhere else. */
const demoCodes = [['9000000001', '123456']] as const;

export type PlantParts = {
  config: Config;
  storage: Storage;
  resources: string;
  /** Absent where nothing is served, as when a demo is made. */
  jobs?: Jobs;
  clock: Clock;
  log: Log;
};

/** Everything but HTTP: made here, joined by hand, none of it running yet. */
export const createPlant = ({ config, storage, resources, jobs, clock, log }: PlantParts) => {
  const { writer, reader: readOnly } = storage;
  const bus = new Bus(log);
  const audit = new AuditService({ store: new AuditStore(writer, readOnly.sqlite), clock, log });
  const directory = new MemoryUnitDirectory(new DirectoryStore(readOnly.kysely));
  const changes = new ConfigurationChanges(directory, bus);
  const unitStore = new UnitStore(writer);
  const industries = new IndustryService({ store: new IndustryStore(writer), readings: unitStore, directory, changes, clock });
  const categories = new CategoryService({ store: new CategoryStore(writer), directory, changes });
  const units = new UnitService({ store: unitStore, directory, changes, clock });

  const readingStore = new ReadingStore(readOnly.sqlite);
  const slotStore = new SlotStore(writer);
  const ingest = new Ingest({ clock, log, bus, units: directory, store: readingStore, slotStore });
  const reader = new SlotReader({
    store: new ReadingStore(readOnly.sqlite),
    units: directory,
    clock,
    openDays: ingest.openDays,
  });
  const calendars = new Calendars(directory);
  const readings = createReadings({ directory, reader, calendars, ingest, clock });
  const history = (): HistoryWriter => new HistoryWriter({ store: readingStore, slotStore, units: directory, log });

  const gateway = new ModbusGateway({ clock, log });
  const templates = loadTemplates(join(resources, 'devices'));
  const catalog = new TemplateCatalog(templates);
  const fieldStore = new FieldStore(writer);
  const registry = new FieldRegistry();
  const points = { list: (industryId: string) => plc.points.list(industryId) };
  const fieldParts = { store: fieldStore, registry, points, changes, decodeRule: validateDecode, loadRule: busLoadPct };
  const connections = new ConnectionService(fieldParts);
  const devices = new DeviceService({ ...fieldParts, catalog });
  const tags = new TagService({ ...fieldParts, directory });
  const configurator = new FieldConfigurator({
    source: fieldStore,
    registry,
    directory,
    changes,
    isSimulated: (settings) => commissioning.twins.isTwin(settings),
    applyField: (configuration) => gateway.configure(configuration),
    applyBindings: (bindings) => ingest.bind(bindings),
  });
  gateway.onSamples((samples) => ingest.accept(samples));

  const sms = createSms(config.sms, openSerial);
  const logins = createAuth({
    writer,
    keyFolder: join(config.dataFolder, 'keys'),
    industries,
    directory,
    audit,
    bus,
    clock,
    log,
    leakageEnabled: (industryId) =>
      directory.units(industryId).some(({ type, meta }) => type !== 'quality' && meta.alertEnabled?.stable_flow === true),
    lock: config.limits.passwordLock,
    otp: {
      sms,
      countryCode: config.otp.countryCode,
      text: config.otp.text,
      limits: { generate: config.limits.otp, verify: config.limits.otpVerify },
      testCodes: new Map(config.demo ? demoCodes : []),
    },
  });

  const accounts = createAccounts({
    writer,
    dataFolder: config.dataFolder,
    publicUrl: config.publicUrl,
    directory,
    changes,
    industries,
    units,
    users: logins.users,
    audit,
    clock,
  });

  const delivery = createDelivery(config, sms, clock);
  const alerts = createAlerts({
    writer,
    reader: readOnly.sqlite,
    directory,
    calendars,
    readings: reader,
    ingest,
    registry,
    settings: accounts.settings,
    users: logins.users,
    channels: delivery.channels,
    horn: { sound: (...asked) => plc.horn.sound(...asked) },
    isUnderWork: (...asked) => dashboards.roWork.isUnderWork(...asked),
    testIndustries: config.testIndustries,
    bus,
    clock,
    log,
  });
  const { alarms } = alerts;
  const plc: Plc = createPlc({
    writer,
    commands: new ModbusCommands(gateway),
    book: registry,
    tags: gateway,
    isSimulated: (deviceId) => commissioning.twins.isTwinDevice(deviceId),
    permissionsNow: (sessionId) => logins.auth.permissionsNow(sessionId),
    audit,
    desk: alerts.desk,
    clock,
    log,
  });

  const diagrams = createDiagrams({
    writer,
    readerKysely: readOnly.kysely,
    directory,
    reader,
    calendars,
    settings: accounts.settings,
    alarms,
    clock,
  });
  const dashboards = createDashboards({
    writer,
    readerKysely: readOnly.kysely,
    directory,
    reader,
    calendars,
    audit,
    alarms,
    tokens: logins.auth,
    users: logins.users,
    documents: diagrams.documents,
    rainSources: { resources, dataFolder: config.dataFolder, remote: config.rain.remote },
    clock,
  });

  const reports = createReports({
    writer,
    readerKysely: readOnly.kysely,
    dataFolder: config.dataFolder,
    jobs,
    directory,
    calendars,
    users: logins.users,
    settings: accounts.settings,
    email: delivery.email,
    ingest,
    clock,
    log,
  });

  const commissioning = createCommissioning({
    writer,
    reader: readOnly.kysely,
    calendars,
    directory,
    registry,
    points: plc.points,
    catalog,
    changes,
    decodeRule: validateDecode,
    loadRule: busLoadPct,
    gateway,
    twinHost: new LoopbackTwins(clock),
    refreshBindings: () => configurator.refresh(),
    clock,
  });

  const tools = createTools({ tools: new ModbusTools(gateway, clock), registry, catalog, clock });

  const loopDelay = new EventLoopDelay(clock);
  const metrics: MetricsSource = {
    fieldStatus: () => gateway.status(),
    ingestLagSeconds: () => {
      const behind = slotOf(clock.now()) - 1 - ingest.engine.closedThrough;
      return Number.isFinite(behind) ? behind * SLOT_SECONDS : null;
    },
    eventLoopDelayP99Ms: () => loopDelay.takeP99Ms(),
    residentBytes: () => process.memoryUsage.rss(),
    databaseBytes: () => storage.bytes(),
  };

  return {
    bus,
    audit,
    directory,
    industries,
    categories,
    units,
    ingest,
    reader,
    readings,
    calendars,
    history,
    gateway,
    templates,
    registry,
    connections,
    devices,
    tags,
    configurator,
    logins,
    auth: logins.auth,
    users: logins.users,
    accounts,
    alerts,
    plc,
    alarms,
    delivery,
    dashboards,
    reports,
    commissioning,
    tools,
    diagrams,
    documents: diagrams.documents,
    loopDelay,
    metrics,
  };
};

export type Plant = ReturnType<typeof createPlant>;
