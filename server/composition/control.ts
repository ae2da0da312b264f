import { hornIdsOf } from '../features/accounts/index.ts';
import { createAlerts } from '../features/alarms/index.ts';
import { createBalance, createRoEvents } from '../features/dashboards/index.ts';
import { createDocuments } from '../features/diagrams/index.ts';
import { createPlc } from '../features/plc/index.ts';
import type { Floors } from './floors.ts';
import type { PlantPeople } from './people.ts';
import type { PlantParts } from './plantParts.ts';

/** Commands to the plant, and the alarms about it. */
export const createControl = (
  { config, log }: PlantParts,
  floors: Floors,
  { auth, users, points, accounts, delivery }: PlantPeople,
) => {
  const { writer, readerKysely, readerSqlite, bus, field, fieldModel, ingest, serving, audit } = floors;
  const { clock } = serving;
  const { registry, twins } = fieldModel;
  const plc = createPlc({
    writer,
    points,
    commands: field.commands,
    devices: registry,
    tags: field.gateway,
    isSimulated: (deviceId) => twins.isTwinDevice(deviceId),
    horns: async (industryId) => hornIdsOf((await accounts.settings.alerts(industryId)).settings),
    inTurn: (act) => floors.changes.alone(act),
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
export type Control = ReturnType<typeof createControl>;
