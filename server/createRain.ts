import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Schema } from './db/schema.ts';
import { HarvestDesigns } from './features/dashboards/freshWater/designs.ts';
import { freshWaterRoutes } from './features/dashboards/freshWater/routes.ts';
import { FreshWaterService } from './features/dashboards/freshWater/service.ts';
import { RainHistoryService } from './features/dashboards/rain/historyService.ts';
import { RainHistoryStore } from './features/dashboards/rain/historyStore.ts';
import { RainNormals } from './features/dashboards/rain/normals.ts';
import type { RemoteRain } from './features/dashboards/rain/remote.ts';
import { rainRoutes } from './features/dashboards/rain/routes.ts';
import { type RainParts, RainService } from './features/dashboards/rain/service.ts';
import type { Documents } from './features/diagrams/model.ts';
import type { Route } from './http/route.ts';

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
