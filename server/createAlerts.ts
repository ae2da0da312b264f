import type { Database } from 'better-sqlite3';
import type { Bus } from './core/bus.ts';
import type { Clock } from './core/clock.ts';
import type { Log } from './core/log.ts';
import type { SettingsService } from './features/accounts/settingsService.ts';
import { AlarmDesk } from './features/alerts/desk.ts';
import { AlertEngine } from './features/alerts/engine.ts';
import type { Suppression } from './features/alerts/judging.ts';
import { KeyStore } from './features/alerts/keyStore.ts';
import type { UserDesk } from './features/auth/model.ts';
import type { FieldRegistry } from './features/commissioning/registry.ts';
import { AlarmStore } from './features/notifications/alarmStore.ts';
import { Alarms, type Announcer } from './features/notifications/alarms.ts';
import { LiveLog } from './features/notifications/liveLog.ts';
import { LiveLogStore } from './features/notifications/liveLogStore.ts';
import { PushTokens } from './features/notifications/pushTokenStore.ts';
import type { Calendars } from './features/readings/calendars.ts';
import type { Ingest } from './features/readings/ingest.ts';
import type { ReadingReader } from './features/readings/reader.ts';
import type { UnitDirectory } from './features/units/model.ts';

export type AlertParts = {
  /** Connections of the plant's database, for statements that are compiled once. */
  writer: Database;
  reader: Database;
  directory: UnitDirectory;
  calendars: Calendars;
  readings: ReadingReader;
  ingest: Ingest;
  registry: FieldRegistry;
  settings: Pick<SettingsService, 'alerts'>;
  users: UserDesk;
  announcer: Announcer;
  isUnderWork: Suppression['isUnderWork'];
  testIndustries: readonly string[];
  bus: Bus;
  clock: Clock;
  log: Log;
};

export type Alerts = { liveLog: LiveLog; alarms: Alarms; engine: AlertEngine; desk: AlarmDesk; pushTokens: PushTokens };

/** The line that a unit's first device hangs on: when it is silent, so is everything behind it. */
const gatewayOf =
  ({ directory, registry }: Pick<AlertParts, 'directory' | 'registry'>): Suppression['gatewayOf'] =>
  (industryId, unitId) => {
    const deviceId = directory.unit(industryId, unitId)?.feeds[0]?.deviceId;
    const device = deviceId === undefined ? undefined : registry.device(industryId, deviceId);
    const connection = device && registry.connection(industryId, device.connectionId);
    return connection && { id: connection.id, name: connection.name };
  };

/** Alarms: judged, kept, and answered by people. */
export const createAlerts = (parts: AlertParts): Alerts => {
  const { writer, reader, directory, calendars, readings, ingest, settings, bus, clock, log } = parts;
  const liveLog = new LiveLog(new LiveLogStore(writer, reader), clock);
  const alarms = new Alarms({ store: new AlarmStore(writer, reader), liveLog, bus, clock, announcer: parts.announcer });
  const store = new KeyStore(writer);
  const engine = new AlertEngine({
    directory,
    calendars,
    source: {
      slots: (...asked) => readings.slots(...asked),
      counterEvents: (...asked) => readings.counterEvents(...asked),
      dayTotals: (...asked) => readings.dayTotals(...asked),
      inMemory: (seriesId, day) => ingest.engine.find(seriesId)?.days.known(day)?.block,
    },
    store,
    alarms,
    settings: async (industryId) => (await settings.alerts(industryId)).settings,
    closedThrough: () => ingest.engine.closedThrough,
    suppression: { gatewayOf: gatewayOf(parts), isUnderWork: parts.isUnderWork },
    bus,
    clock,
    log,
  });
  const pushTokens = new PushTokens(writer);
  const desk = new AlarmDesk({ ...parts, alarms, engine, store, pushTokens });
  return { liveLog, alarms, engine, desk, pushTokens };
};
