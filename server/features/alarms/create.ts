import type { Database } from 'better-sqlite3';
import type { AlertSettings } from '../../contract/model/alertSettings.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Writer } from '../../db/writer.ts';
import type { Ingest, ReadingReader } from '../../historian/index.ts';
import type { Calendars, UnitDirectory } from '../../plantModel/index.ts';
import type { SettingsService } from '../accounts/index.ts';
import type { UserDirectory } from '../auth/index.ts';
import type { MessageChannel } from '../delivery/index.ts';
import type { ChannelRoutesParts } from './channelRoutes.ts';
import { AlarmService } from './lifecycle/alarmService.ts';
import { AlarmStateStore } from './lifecycle/alarmStateStore.ts';
import { AlarmStore } from './lifecycle/alarmStore.ts';
import { Alarms } from './lifecycle/alarms.ts';
import { AlertEngine } from './lifecycle/engine.ts';
import { EquipmentFaults } from './lifecycle/equipmentFaults.ts';
import { MaintenanceWindows } from './lifecycle/maintenance.ts';
import { MaintenanceStore } from './lifecycle/maintenanceStore.ts';
import type { EvaluatorParts, Suppression } from './lifecycle/ruleEvaluator.ts';
import { LiveLog } from './live/liveLog.ts';
import { LiveLogStore } from './live/liveLogStore.ts';
import { Escalation } from './outbox/escalation.ts';
import type { Horn } from './outbox/model.ts';
import { Outbox } from './outbox/outbox.ts';
import { OutboxStore } from './outbox/outboxStore.ts';
import { PlantWall } from './outbox/plantWall.ts';
import { PushTokens } from './outbox/pushTokenStore.ts';
import type { AlertRouteParts } from './routes.ts';

/** What the alarms need to know of the field: which line a device is on. */
export type LineLookup = {
  device(industryId: string, deviceId: string): { connectionId: string; slaveId: number } | undefined;
  connection(industryId: string, connectionId: string): { id: string; name: string } | undefined;
};

export type AlertParts = {
  /** Connections of the plant's database, for statements that are compiled once. */
  writer: Writer;
  reader: Database;
  directory: UnitDirectory;
  calendars: Calendars;
  readings: ReadingReader;
  ingest: Ingest;
  registry: LineLookup;
  settings: Pick<SettingsService, 'alerts'>;
  users: UserDirectory;
  channels: readonly MessageChannel[];
  horn: Horn;
  isUnderWork: Suppression['isUnderWork'];
  nodeDays: EvaluatorParts['nodeDays'];
  testIndustries: readonly string[];
  bus: Bus;
  clock: Clock;
  log: Log;
};

export type Alerts = {
  liveLog: LiveLog;
  alarms: Alarms;
  engine: AlertEngine;
  service: AlarmService;
  routes: AlertRouteParts;
  equipmentFaults: EquipmentFaults;
  outbox: Outbox;
  escalation: Escalation;
  gatewayOf: Suppression['gatewayOf'];
  channels: ChannelRoutesParts;
  /** A person's device says that it has these live messages. */
  confirm(caller: { industryId: string; username?: string; userId: string }, messageIds: readonly number[]): void;
};

/** The line of a unit's first device: when it is silent, so are all its devices. */
const gatewayOf =
  ({ directory, registry }: Pick<AlertParts, 'directory' | 'registry'>): Suppression['gatewayOf'] =>
  (industryId, unitId) => {
    const deviceId = directory.unit(industryId, unitId)?.feeds[0]?.deviceId;
    const device = deviceId === undefined ? undefined : registry.device(industryId, deviceId);
    const connection = device && registry.connection(industryId, device.connectionId);
    return connection && { id: connection.id, name: connection.name, slaveId: device.slaveId };
  };

/** Alarms: evaluated, kept, and answered by people. */
export const createAlerts = (parts: AlertParts): Alerts => {
  const { writer, reader, directory, calendars, readings, ingest, settings, bus, clock, log } = parts;
  const liveLog = new LiveLog(new LiveLogStore(writer, reader), clock);
  const outboxStore = new OutboxStore(writer);
  const pushTokens = new PushTokens(writer);
  /** Settings by industry, as the engine last read them; it reads them before it raises an alarm. */
  const known = new Map<string, AlertSettings>();
  const wall = new PlantWall(calendars);
  const alarmStore = new AlarmStore(writer, reader);
  const outbox = new Outbox({
    writer,
    store: outboxStore,
    channels: parts.channels,
    horn: parts.horn,
    pushTokens,
    settings: (industryId) => known.get(industryId),
    alarm: (industryId, alarmId) => alarmStore.find(industryId, alarmId),
    wall,
    onFailed: (tx, alarm, what) => alarmStore.addUndelivered(tx, alarm.id, clock.now(), what),
    clock,
    log,
  });
  const alarms = new Alarms({ store: alarmStore, liveLog, bus, clock, announcer: outbox });
  const ofUnit = gatewayOf(parts);
  const store = new AlarmStateStore(writer);
  const maintenance = new MaintenanceWindows(new MaintenanceStore(writer), clock);
  const engine = new AlertEngine({
    directory,
    calendars,
    source: {
      slots: (...asked) => readings.slots(...asked),
      counterEvents: (...asked) => readings.counterEvents(...asked),
      dayTotals: (...asked) => readings.dayTotals(...asked),
      inMemory: (seriesId, day) => ingest.openDays.block(seriesId, day),
    },
    store,
    alarms,
    settings: async (industryId) => {
      const { settings: read } = await settings.alerts(industryId);
      known.set(industryId, read);
      return read;
    },
    closedThrough: () => ingest.openDays.closedThrough,
    dropRevised: (mark) => ingest.dropRevised(mark),
    suppression: {
      gatewayOf: ofUnit,
      isUnderWork: (industryId, unit, slot) =>
        maintenance.isUnderWork(industryId, unit.id, slot) || parts.isUnderWork(industryId, unit, slot),
    },
    nodeDays: parts.nodeDays,
    bus,
    clock,
    log,
  });
  const service = new AlarmService({ ...parts, alarms, engine, store, pushTokens, maintenance });
  const escalation = new Escalation({
    outbox,
    store: outboxStore,
    alarms,
    alarm: (industryId, alarmId) => alarms.find(industryId, alarmId),
    industries: () => directory.industries(),
    settings: (industryId) => known.get(industryId),
    transaction: (write) => store.transaction(write),
    minuteOfWeek: (industryId) => wall.minuteOfWeek(industryId, clock.now()),
    clock,
    log,
  });
  return {
    liveLog,
    alarms,
    engine,
    service,
    routes: { ...parts, service, alarms, maintenance },
    equipmentFaults: new EquipmentFaults({ bus, service, log }),
    outbox,
    escalation,
    gatewayOf: ofUnit,
    channels: { channels: parts.channels, store: outboxStore, find: (industryId, id) => alarms.find(industryId, id), clock },
    confirm: ({ industryId, userId }, messageIds) => {
      for (const alarmId of liveLog.alarmsOf(industryId, messageIds)) outbox.confirm(industryId, alarmId, userId);
    },
  };
};
