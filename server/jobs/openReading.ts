import { join } from 'node:path';
import type { JobSetting } from '../contract/process/jobs.ts';
import { systemClock } from '../core/clock.ts';
import { type DatabaseConnection, openDatabase } from '../db/open.ts';
import { Writer } from '../db/writer.ts';
import { createStoredFigures, type Damage, ReadingStore, SlotReader } from '../historian/index.ts';
import { Calendars, DirectoryStore, MemoryUnitDirectory } from '../plantModel/index.ts';

export type OpenReading = DatabaseConnection & {
  /** For stores that also write: on this connection whatever writes fails. */
  writer: Writer;
  directory: MemoryUnitDirectory;
  calendars: Calendars;
  reader: SlotReader;
  /** What the server has worked out of closed days, for other readers of the same plant. */
  figures: ReturnType<typeof createStoredFigures>;
};

/**
 * What a job reads: the plant as it is stored, on a connection that cannot write.
 * @param onDamage is given each stored day that is found damaged, once.
 */
export const openReading = ({ dataFolder }: Pick<JobSetting, 'dataFolder'>, onDamage?: (damage: Damage) => void): OpenReading => {
  const path = join(dataFolder, 'headworks.db');
  const { kysely, sqlite } = openDatabase(path, { readonly: true });
  const directory = new MemoryUnitDirectory(new DirectoryStore(kysely));
  const calendars = new Calendars(directory);
  const store = new ReadingStore(sqlite);
  if (onDamage) store.damage.onFound(onDamage);
  const figures = createStoredFigures({ sqlite, store }, { path: join(dataFolder, 'figures.db'), database: path });
  const reader = new SlotReader({ store, units: directory, clock: systemClock, ...figures });
  return { figures, writer: new Writer(sqlite), kysely, sqlite, directory, calendars, reader };
};
