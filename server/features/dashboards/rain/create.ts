import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Writer } from '../../../db/writer.ts';
import { RainHistoryService } from './historyService.ts';
import { RainHistoryStore } from './historyStore.ts';
import { RainNormals } from './normals.ts';
import type { RemoteRain } from './remote.ts';
import { type RainParts, RainService } from './service.ts';

/** Where rain of the past may come from. */
export type RainSources = { resources: string; dataFolder: string; remote: RemoteRain | undefined };

export type RainAreaParts = Omit<RainParts, 'store'> & {
  writer: Writer;
  readerKysely: Kysely<Schema>;
  sources: RainSources;
};

const NORMALS_FILE = 'rain-normals.json';

/** Rain as it is measured, and rain of the past. */
export const createRain = ({
  writer,
  readerKysely,
  sources,
  ...serving
}: RainAreaParts): { rain: RainService; rainHistory: RainHistoryService } => {
  const store = new RainHistoryStore(writer, readerKysely);
  const normals = new RainNormals({
    shipped: join(sources.resources, NORMALS_FILE),
    own: join(sources.dataFolder, NORMALS_FILE),
  });
  return {
    rain: new RainService({ ...serving, store }),
    rainHistory: new RainHistoryService({ ...serving, store, normals, remote: sources.remote }),
  };
};
