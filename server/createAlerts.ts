import type { Database } from 'better-sqlite3';
import type { Clock } from './core/clock.ts';
import { LiveLog } from './features/notifications/liveLog.ts';
import { LiveLogStore } from './features/notifications/liveLogStore.ts';

export type AlertParts = {
  /** Connections of the plant's database, for statements that are compiled once. */
  writer: Database;
  reader: Database;
  clock: Clock;
};

/** Alarms and how they reach people. */
export const createAlerts = ({ writer, reader, clock }: AlertParts): { liveLog: LiveLog } => ({
  liveLog: new LiveLog(new LiveLogStore(writer, reader), clock),
});
