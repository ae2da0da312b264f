import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Writer } from '../../../db/writer.ts';
import { RoEventLog } from './roEventLog.ts';
import { RoStore } from './roStore.ts';

export type RoEvents = { store: RoStore; log: RoEventLog };

/** What was done at the RO plants: stored, and in memory for the alarms. */
export const createRoEvents = (writer: Writer, readerKysely: Kysely<Schema>): RoEvents => {
  const store = new RoStore(writer, readerKysely);
  return { store, log: new RoEventLog((industryId) => store.events(industryId)) };
};
