import { setImmediate as nextTurn } from 'node:timers/promises';
import { allowMarking } from './memory/marking.ts';

/** What answers requests; read after the lines were opened and those that answer at once were asked, which takes two turns. */
export const readServing = async () => {
  await nextTurn();
  await nextTurn();
  allowMarking();
  return Promise.all([import('./http/app.ts'), import('./http/server.ts'), import('./secureServer.ts')]);
};
