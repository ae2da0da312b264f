import type { Kysely } from 'kysely';
import type { Bus } from '../core/bus.ts';
import type { Schema } from '../db/schema.ts';
import { Calendars } from './calendars.ts';
import { ConfigurationChanges } from './changes.ts';
import { MemoryUnitDirectory } from './directory.ts';
import { DirectoryStore } from './directoryStore.ts';

export type PlantModel = { directory: MemoryUnitDirectory; changes: ConfigurationChanges; calendars: Calendars };

/** Industries, units and calendars, kept in memory and read again after every change. */
export const createPlantModel = (kysely: Kysely<Schema>, bus: Bus): PlantModel => {
  const directory = new MemoryUnitDirectory(new DirectoryStore(kysely));
  return { directory, changes: new ConfigurationChanges(directory, bus), calendars: new Calendars(directory) };
};
