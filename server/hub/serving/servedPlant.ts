import type { RequestListener } from 'node:http';
import { atHub } from '../../contract/atHub.ts';
import { userEndpoints } from '../../contract/index.ts';
import { openDatabase } from '../../db/open.ts';
import { type AppParts, createApp } from '../../http/app.ts';
import type { SessionChecker } from '../../http/auth.ts';
import { AnswerCache } from '../../http/cache/answerCache.ts';
import type { PlantModel } from '../../plantModel/index.ts';
import { createReadOnlyPlant } from '../replica/readOnlyPlant.ts';
import { refusedRoutes } from './refusedRoutes.ts';

/** Parts shared by the hub's own HTTP app and those of the plants. */
export type ServedPlantParts = Omit<AppParts, 'endpoints' | 'routes' | 'sessions' | 'answers' | 'etagMark'> & {
  resources: string;
  dataFolder: string;
};

export type ServedPlant = {
  model: PlantModel;
  app: RequestListener;
  /** Lets go of answers that nobody asked for in a while. @returns their bytes. */
  forgetUnasked(): number;
  /** Days of which reading found something else than was written. */
  damagedDays(): number[];
  close(): void;
};

/**
 * The User API of one plant, answered from its replica by the code of the plant server.
 * @param mark of this state of the replica, for its ETags.
 */
export const servePlant = async (
  { path, mark }: { path: string; mark: string },
  sessions: SessionChecker,
  parts: ServedPlantParts,
): Promise<ServedPlant> => {
  const { resources, dataFolder, version, clock, log } = parts;
  const connection = openDatabase(path, { readonly: true });
  try {
    const plant = createReadOnlyPlant({ connection, resources, dataFolder, version, clock, log });
    await plant.model.directory.load();
    const routes = [...plant.routes.filter(({ row }) => row.base === 'user' && atHub(row) === 'answered'), ...refusedRoutes()];
    const answers = new AnswerCache(clock);
    const app = createApp({
      ...parts,
      answers,
      etagMark: mark,
      sessions,
      routes,
      endpoints: [],
      documented: userEndpoints,
    });
    return {
      model: plant.model,
      app,
      forgetUnasked: () => answers.forgetUnasked(),
      damagedDays: () => plant.damage.all().map(({ day }) => day),
      close: () => void connection.sqlite.close(),
    };
  } catch (error) {
    connection.sqlite.close();
    throw error;
  }
};
