import { join } from 'node:path';
import type { Config } from './config.ts';
import { Bus } from './core/bus.ts';
import type { Clock } from './core/clock.ts';
import { CooperativeScheduler } from './core/cooperativeScheduler.ts';
import type { Jobs } from './core/jobs.ts';
import type { Log } from './core/log.ts';
import { createAccounts } from './features/accounts/index.ts';
import { createAlerts } from './features/alarms/index.ts';
import { createAudit } from './features/audit/index.ts';
import { createAuth, createSms } from './features/auth/index.ts';
import { createCommissioning, createFieldModel, EventLoopDelay } from './features/commissioning/index.ts';
import { createDashboards, createRoEvents } from './features/dashboards/index.ts';
import { createDelivery } from './features/delivery/index.ts';
import { createDiagrams } from './features/diagrams/index.ts';
import { createPlc, createWritePoints } from './features/plc/index.ts';
import { createReadings } from './features/readings/index.ts';
import { createReports } from './features/reports/index.ts';
import { createUnits } from './features/units/index.ts';
import { createField } from './field.ts';
import { createHistorian } from './historian/index.ts';
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

/** Everything but HTTP: made here in the order of its rooms, each part from those before it, none of it running yet. */
export const createPlant = ({ config, storage, resources, jobs, clock, log }: PlantParts) => {
  const { writer } = storage;
  const { kysely: readerKysely, sqlite: readerSqlite } = storage.reader;
  const { dataFolder } = config;
  const bus = new Bus(log);
  const scheduler = new CooperativeScheduler();
  const field = createField(join(resources, 'devices'), clock, log);
  const model = createPlantModel(readerKysely, bus);
  const { directory, changes, calendars } = model;
  const historian = createHistorian({ writer, reader: readerSqlite, directory, bus, clock, log });
  const { ingest, reader } = historian;
  field.gateway.onSamples((samples) => ingest.accept(samples));
  field.gateway.onRetracted((retractions) => ingest.retract(retractions));

  const serving = { directory, reader, calendars, scheduler, clock };
  const audit = createAudit(writer, readerSqlite, clock, log);
  const { industries, categories, units } = createUnits(writer, model, clock);
  const readings = createReadings({ ...serving, ingest });
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
    otp: {
      sms,
      countryCode: config.otp.countryCode,
      text: config.otp.text,
      limits: { generate: config.limits.otp, verify: config.limits.otpVerify },
      testCodes: new Map(config.demo ? demoCodes : []),
    },
  });
  const { auth, users } = logins;
  const { publicUrl } = config;
  const accounts = createAccounts({ writer, dataFolder, publicUrl, directory, changes, industries, units, users, audit, clock });
  const { settings } = accounts;
  const delivery = createDelivery(config, sms, clock);

  const fieldModel = createFieldModel({ writer, ...field, clock });
  const { registry, twins } = fieldModel;
  const points = createWritePoints(writer, registry, field.commands);
  const plc = createPlc({
    writer,
    points,
    commands: field.commands,
    book: registry,
    tags: field.gateway,
    isSimulated: (deviceId) => twins.isTwinDevice(deviceId),
    permissionsNow: (sessionId) => auth.permissionsNow(sessionId),
    audit,
    bus,
    clock,
    log,
  });
  const roEvents = createRoEvents(writer, readerKysely);
  const alerts = createAlerts({
    writer,
    reader: readerSqlite,
    directory,
    calendars,
    readings: reader,
    ingest,
    registry,
    settings,
    users,
    channels: delivery.channels,
    horn: plc.horn,
    isUnderWork: (industryId, unit, slot) => roEvents.log.isUnderWork(industryId, unit, slot),
    // alarms ask for balances, whose graphs are documents that show alarms
    nodeDays: (industryId, date) => dashboards.balance.nodeDays(industryId, date),
    testIndustries: config.testIndustries,
    bus,
    clock,
    log,
  });
  const { alarms } = alerts;
  const diagrams = createDiagrams({ ...serving, writer, readerKysely, settings, alarms });
  const { documents } = diagrams;
  const rainSources = { resources, dataFolder, remote: config.rain.remote };
  const dashboards = createDashboards({
    ...serving,
    writer,
    readerKysely,
    audit,
    alarms,
    tokens: auth,
    users,
    documents,
    rainSources,
    roEvents,
  });
  const { email } = delivery;
  const reports = createReports({
    writer,
    readerKysely,
    dataFolder,
    jobs,
    directory,
    calendars,
    users,
    settings,
    email,
    ingest,
    clock,
    log,
  });
  const commissioning = createCommissioning({
    ...fieldModel,
    ...field.rules,
    writer,
    reader: readerKysely,
    directory,
    calendars,
    points,
    changes,
    gateway: field.gateway,
    tools: field.tools,
    applyField: (configuration) => field.gateway.configure(configuration),
    applyBindings: (bindings) => ingest.bind(bindings),
    scheduler,
    clock,
  });
  const loopDelay = new EventLoopDelay(clock);
  return {
    ...{ bus, audit, directory, industries, categories, units, ingest, reader, readings, calendars },
    ...{ history: historian.history, gateway: field.gateway, templates: field.templates, registry, roEvents },
    ...{ logins, auth, users, accounts, alerts, alarms, plc, delivery, diagrams, documents, dashboards, reports },
    ...{ commissioning, connections: commissioning.connections, devices: commissioning.devices, tags: commissioning.tags },
    ...{ twins, loopDelay, metrics: metricsOf({ gateway: field.gateway, ingest, loopDelay, storage, clock }) },
  };
};

export type Plant = ReturnType<typeof createPlant>;
