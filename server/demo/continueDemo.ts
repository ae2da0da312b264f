import { readConfig } from '../config.ts';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { SLOT_MS } from '../core/slots.ts';
import { createPlant } from '../plant.ts';
import { Storage } from '../storage.ts';
import { checkpointOf, dropCheckpointAside, readCheckpointAside, writeCheckpoint } from './checkpoint.ts';
import { type DemoOrder, logCleanings, writePast } from './makeDemo.ts';
import { writePastAlarms } from './pastAlarms.ts';
import { resumedPlants } from './plant.ts';

/**
 * Lets the plants of a copied demo live on from the end of its history up to now, as the making would have. The copy's checkpoint
 * is aside; the demo is whole once its checkpoint is written again.
 */
export async function continueDemo({ dataFolder, resources }: DemoOrder, clock: Clock, log: Log): Promise<void> {
  const kept = readCheckpointAside(dataFolder);
  if (!kept) throw new Failure('unavailable', `${dataFolder} holds no demo to continue`);
  const { seed, today } = kept;
  const plants = resumedPlants(kept);
  const fromMs = Math.min(...plants.map(({ model }) => model.truth.timeMs));
  const storage = new Storage(dataFolder, clock, log);
  try {
    if (clock.now() - fromMs >= SLOT_MS) {
      // a copy that is cut short is thrown away, so nothing has to survive a power cut before the end
      storage.writer.setDurable(false);
      const server = createPlant({ config: readConfig(['--demo', '--data', dataFolder], {}), storage, resources, clock, log });
      await server.directory.load();
      const history = server.history();
      history.resume(fromMs / SLOT_MS);
      await writePast(server, history, plants, clock);
      await logCleanings(server, plants, fromMs);
      const operatorId = server.users.usersOf('DEMO').find(({ username }) => username === 'operator')?.id ?? '';
      const industryIds = plants.map(({ industry }) => industry.id);
      await writePastAlarms({ server, storage, industryIds, fromMs, nowMs: clock.now(), operatorId });
      storage.writer.setDurable(true);
    }
  } finally {
    storage.stop();
  }
  await writeCheckpoint(dataFolder, checkpointOf({ seed, today, plants }));
  dropCheckpointAside(dataFolder);
}
