/** Moves a plant in a process of its own, which ends by SIGKILL after a step: `node movingProcess.ts FIRST SECOND PLANT_ID STEP`. */
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { movePlant } from '../../server/hub/placement/movePlant.ts';
import { movesUnderWay } from '../../server/hub/placement/moveStore.ts';

const [first = '', second = '', plantId = '', last = ''] = process.argv.slice(2);
const database = new HubDatabase(first, () => undefined, { 1: second });
const move = (await movesUnderWay(database)).find((one) => one.plantId === Number(plantId));
if (!move) throw new Error('no such move');
await movePlant(database, move, {
  onStep: async (step) => {
    if (step === last) process.kill(process.pid, 'SIGKILL');
  },
});
