import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { HarvestDesigns } from '../freshWater/designs.ts';
import { freshWaterRoutes } from '../freshWater/routes.ts';
import { FreshWaterService } from '../freshWater/service.ts';
import { RainHistoryService } from './historyService.ts';
import { RainHistoryStore } from './historyStore.ts';
import { RainNormals } from './normals.ts';
import type { RemoteRain } from './remote.ts';
import { rainRoutes } from './routes.ts';
import { type RainParts, RainService } from './service.ts';
import type { Documents } from '../../diagrams/model.ts';
import type { Route } from '../../../http/route.ts';

/** Where rain of the past may come from. */
export type RainSources = { resources: string; dataFolder: string; remote: RemoteRain | undefined };

export type RainAreaParts = Omit<RainParts, 'store'> & {
  kysely: Kysely<Schema>;
  readerKysely: Kysely<Schema>;
  documents: Documents;
  sources: RainSources;
};

const NORMALS_FILE = 'rain-normals.json';

/** Rain, its history, and the fresh-water form that is worked out from both. */
export const createRain = ({
  kysely,
  readerKysely,
  documents,
  sources,
  ...serving
}: RainAreaParts): { routes: Route[]; rainHistory: RainHistoryService; freshWater: FreshWaterService } => {
  const { directory, clock } = serving;
  const store = new RainHistoryStore(kysely, readerKysely);
  const rain = new RainService({ ...serving, store });
  const normals = new RainNormals({
    shipped: join(sources.resources, NORMALS_FILE),
    own: join(sources.dataFolder, NORMALS_FILE),
  });
  const rainHistory = new RainHistoryService({ ...serving, store, normals, remote: sources.remote });
  const freshWater = new FreshWaterService({ documents, directory, rain }, () => clock.now());
  const designs = new HarvestDesigns(documents, directory);
  return {
    routes: [...rainRoutes({ rain, rainHistory, designs }), ...freshWaterRoutes(freshWater)],
    rainHistory,
    freshWater,
  };
};
