import { join } from 'node:path';
import type { Config } from './config.ts';
import { Bus } from './core/bus.ts';
import type { Clock } from './core/clock.ts';
import { CooperativeScheduler } from './core/cooperativeScheduler.ts';
import type { Jobs } from './core/jobs.ts';
import type { Log } from './core/log.ts';
import { PlantClock } from './core/plantClock.ts';
import { hasRoomToSpare } from './db/diskRoom.ts';
import { createAccounts } from './features/accounts/index.ts';
import { createAlerts } from './features/alarms/index.ts';
import { createAudit } from './features/audit/index.ts';
import { createAuth, createSms, issuerHosts } from './features/auth/index.ts';
import { createCommissioning, createFieldModel, EventLoopDelay, fieldTroubles } from './features/commissioning/index.ts';
import { createBalance, createDashboards, createRoEvents } from './features/dashboards/index.ts';
import { createDelivery } from './features/delivery/index.ts';
import { createDiagrams, createDocuments } from './features/diagrams/index.ts';
import { createPlc, createWritePoints } from './features/plc/index.ts';
import { createReadings } from './features/readings/index.ts';
import { createReports } from './features/reports/index.ts';
import { readHeadFile } from './features/storage/index.ts';
import { createUnits } from './features/units/index.ts';
import { createField } from './field.ts';
import { createHistorian, NtpWatch } from './historian/index.ts';
import { metricsOf } from './metrics.ts';
import { createPlantModel } from './plantModel/index.ts';
import type { Storage } from './storage.ts';

/** The phone whose login code is known, in a demo only. */
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

/** What everything else is built on: the field, the plant model, the historian, the audit log. */
const createFloors = ({ config, storage, resources, clock, log }: PlantParts) => {
  const { writer } = storage;
  const { kysely: readerKysely, sqlite: readerSqlite } = storage.reader;
  const bus = new Bus(log);
  const scheduler = new CooperativeScheduler();
  // logins, codes and the audit log go by the time of day, all else by the time of the readings
  const plantClock = new PlantClock(clock);
  const field = createField({
    templateFolder: join(resources, 'devices'),
    dataFolder: config.dataFolder,
    clock: plantClock,
    log,
  });
  const model = createPlantModel(readerKysely, bus);
  const { directory, changes, calendars } = model;
  const historian = createHistorian({
    writer,
    reader: readerSqlite,
    directory,
    bus,
    clock: plantClock,
    log,
    ntp: new NtpWatch(config.ntp, clock),
    figures: {
      ...{ path: join(config.dataFolder, 'figures.db'), database: join(config.dataFolder, 'headworks.db') },
      hasRoom: () => hasRoomToSpare(storage.room()),
    },
  });
  const { ingest, reader } = historian;
  field.gateway.onSamples((samples) => ingest.accept(samples));
  field.gateway.onRetracted((retractions) => ingest.retract(retractions));
  const serving = { directory, reader, calendars, scheduler, clock: plantClock };
  const audit = createAudit({
    ...{ writer, reader: readerSqlite, clock, log },
    noted: () => readHeadFile(config.dataFolder).audit,
  });
  const fieldModel = createFieldModel({ writer, ...field, clock: plantClock });
  return {
    writer,
    readerKysely,
    readerSqlite,
    bus,
    scheduler,
    field,
    model,
    changes,
    historian,
    ingest,
    serving,
    audit,
    fieldModel,
  };
};
type Floors = ReturnType<typeof createFloors>;

/** Industries and units, who may log in, what they set, and the ways to reach them. */
const createPeople = ({ config, clock, log }: PlantParts, { writer, model, audit, bus, field, serving }: Floors) => {
  const { directory, changes } = model;
  const { industries, categories, units } = createUnits(writer, model, serving.clock);
  const { dataFolder, publicUrl } = config;
  const sms = createSms(config.sms, field.openSerial);
  const logins = createAuth({
    writer,
    keyFolder: join(dataFolder, 'keys'),
    industries,
    directory,
    audit,
    bus,
    clock,
    log,
    leakageEnabled: (industryId) =>
      directory.units(industryId).some(({ type, meta }) => type !== 'quality' && meta.alertEnabled?.stable_flow === true),
    lock: config.limits.passwordLock,
    mayAskIssuer: issuerHosts(config.ssoHosts),
    strangers: config.limits.passwordStrangers,
    confirmedSeconds: config.confirmSeconds,
    otp: {
      sms,
      countryCode: config.otp.countryCode,
      text: config.otp.text,
      limits: { generate: config.limits.otp, verify: config.limits.otpVerify },
      testCodes: new Map(config.demo ? demoCodes : []),
    },
  });
  const { auth, users } = logins;
  const accounts = createAccounts({
    ...{ writer, dataFolder, publicUrl, directory, changes, industries, units, users, audit, clock },
    lastChanges: audit,
  });
  return { industries, categories, units, logins, auth, users, accounts, delivery: createDelivery(config, sms, clock) };
};
type People = ReturnType<typeof createPeople>;

/** Commands to the plant, and the alarms about it. */
const createControl = ({ config, log }: PlantParts, floors: Floors, { auth, users, accounts, delivery }: People) => {
  const { writer, readerKysely, readerSqlite, bus, field, fieldModel, ingest, serving, audit } = floors;
  const { clock } = serving;
  const { registry, twins } = fieldModel;
  const points = createWritePoints(writer, registry, field.commands);
  const plc = createPlc({
    writer,
    points,
    commands: field.commands,
    devices: registry,
    tags: field.gateway,
    isSimulated: (deviceId) => twins.isTwinDevice(deviceId),
    permissionsNow: (sessionId) => auth.permissionsNow(sessionId),
    audit,
    bus,
    clock,
    log,
  });
  const documents = createDocuments(writer, readerKysely, clock);
  const balances = createBalance({ ...serving, documents });
  const roEvents = createRoEvents(writer, readerKysely);
  const alerts = createAlerts({
    writer,
    reader: readerSqlite,
    directory: serving.directory,
    calendars: serving.calendars,
    readings: serving.reader,
    ingest,
    registry,
    settings: accounts.settings,
    users,
    channels: delivery.channels,
    horn: plc.horn,
    isUnderWork: (industryId, unit, slot) => roEvents.log.isUnderWork(industryId, unit, slot),
    nodeDays: (industryId, date) => balances.balance.nodeDays(industryId, date),
    testIndustries: config.testIndustries,
    bus,
    clock,
    log,
  });
  return { points, plc, documents, balances, roEvents, alerts, alarms: alerts.alarms };
};
type Control = ReturnType<typeof createControl>;

/** What is shown and printed of readings and alarms. */
const createViews = (parts: PlantParts, floors: Floors, people: People, control: Control) => {
  const { config, resources, jobs, log } = parts;
  const { writer, readerKysely, serving, audit, ingest, field, fieldModel } = floors;
  const { directory, calendars } = serving;
  const { auth, users, accounts, delivery } = people;
  const { settings } = accounts;
  const { documents, balances, roEvents, alarms } = control;
  const { dataFolder } = config;
  const rainSources = { resources, dataFolder, remote: config.rain.remote };
  const stores = { writer, readerKysely };
  const { email } = delivery;
  return {
    readings: createReadings({
      ...{ ...serving, ingest },
      troubles: () => fieldTroubles(fieldModel.registry, field.gateway.status()),
      dischargeIds: (industryId) => balances.graphs.dischargeMeters(industryId),
    }),
    diagrams: createDiagrams({
      ...{ ...serving, documents, settings, alarms },
      dischargeIds: (industryId) => balances.graphs.dischargeMeters(industryId),
    }),
    dashboards: createDashboards({
      ...{ ...serving, ...stores, audit, alarms, tokens: auth.tickets, users },
      ...{ documents, balances, rainSources, roEvents },
    }),
    reports: createReports({
      ...stores,
      dataFolder,
      jobs,
      directory,
      calendars,
      users,
      settings,
      email,
      ingest,
      clock: serving.clock,
      log,
    }),
  };
};

/** Everything but HTTP: made here in the order of its rooms, each part from those before it, none of it running yet. */
export const createPlant = (parts: PlantParts) => {
  const { storage, clock } = parts;
  const floors = createFloors(parts);
  const { field, fieldModel, model, ingest, historian, serving, scheduler, writer, readerKysely } = floors;
  const people = createPeople(parts, floors);
  const control = createControl(parts, floors, people);
  const views = createViews(parts, floors, people, control);
  const commissioning = createCommissioning({
    ...fieldModel,
    ...field.rules,
    ...model,
    writer,
    reader: readerKysely,
    points: control.points,
    gateway: field.gateway,
    tools: field.tools,
    applyField: (configuration) => field.gateway.configure(configuration),
    applyBindings: (bindings) => ingest.bind(bindings),
    scheduler,
    jobs: parts.jobs,
    clock: serving.clock,
  });
  const { connections, devices, tags } = commissioning;
  const loopDelay = new EventLoopDelay(clock);
  return {
    ...people,
    ...control,
    ...views,
    ...{ bus: floors.bus, audit: floors.audit, ingest, history: historian.history },
    ...{ damage: historian.damage, dayTree: historian.tree, sealing: historian.sealing, stopFigures: historian.stopFigures },
    ...{ directory: serving.directory, reader: serving.reader, calendars: serving.calendars },
    ...{ gateway: field.gateway, templates: field.templates, registry: fieldModel.registry, twins: fieldModel.twins },
    ...{ commissioning, connections, devices, tags },
    ...{ loopDelay, metrics: metricsOf({ gateway: field.gateway, ingest, loopDelay, storage, clock }) },
  };
};

export type Plant = ReturnType<typeof createPlant>;
