/**
 * One day of 1,000 plants of 1,000 series taken in by a hub: a million days of series, each verified, and durable before its plant is answered.
 * The plants come one after the other on as many lines as the machine has cores; their bundles are written before the clock runs. Needs
 * PostgreSQL of Debian; says so where it is missing. `npm run bench -- hubDay`.
 */
import { availableParallelism } from 'node:os';
import { HubDatabase } from '../server/hub/database/hubDatabase.ts';
import { missingPostgres, startPostgres } from '../server/hub/testing/postgresRig.ts';
import { dayOf, SendingPlant, today } from '../server/hub/testing/sentDays.ts';
import { goal, quantile } from '../server/test/readingsLoad.ts';

const PLANTS = 1000;
const SERIES = 1000;
const SLOTS = 288;
/** Bundles that wait on the disk at once: all of them would be 600 MB. */
const AT_ONCE = 50;
/** The time that plants of one zone have after their days close. */
const MOST_HOURS = 4;
const LEAST_A_SECOND = 2000;
const HOUR_S = 3600;

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const run = async (): Promise<void> => {
  const rig = await startPostgres();
  const database = new HubDatabase(rig.url, () => undefined);
  await database.start();
  const tookMs: number[] = [];
  let [seconds, ofHub, accepted] = [0, 0, 0];
  const postgres = rig.processorMs();
  for (let first = 0; first < PLANTS; first += AT_ONCE) {
    const waiting: { plant: SendingPlant; path: string }[] = [];
    for (let number = 0; number < AT_ONCE; number += 1) {
      const plant = new SendingPlant(database, SERIES);
      await plant.pair();
      waiting.push({ plant, path: plant.write(plant.uids.map((uid) => dayOf(uid, today - 1, 1, SLOTS))) });
    }
    const plants = waiting.map(({ plant }) => plant);
    const [fromMs, cpu] = [performance.now(), cpuSeconds()];
    const line = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const begunMs = performance.now();
        const answer = await next.plant.commit(next.path);
        accepted += answer.accepted;
        tookMs.push(performance.now() - begunMs);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, line));
    seconds += (performance.now() - fromMs) / 1000;
    ofHub += cpuSeconds() - cpu;
    for (const plant of plants) plant.stop();
  }
  const [{ blocks, bytes } = { blocks: 0, bytes: 0 }] = await rig.asAdmin(
    async (admin) =>
      (
        await admin.query<{ blocks: number; bytes: number }>(
          'select count(*)::float8 blocks, pg_database_size(current_database())::float8 bytes from block',
        )
      ).rows,
  );
  if (blocks !== PLANTS * SERIES || accepted !== blocks) throw new Error(`${blocks} are stored, ${accepted} were taken`);
  console.log(
    `${blocks} days of series of ${PLANTS} plants in ${seconds.toFixed(0)} s: ${ofHub.toFixed(0)} s of processor time of the hub; PostgreSQL, with what the plants' series took, ${((rig.processorMs() - postgres) / 1000).toFixed(0)} s`,
  );
  console.log(
    `a plant's day: p99 ${quantile(tookMs, 0.99).toFixed(0)} ms; ${(bytes / blocks).toFixed(0)} bytes of database for a day of a series`,
  );
  goal('days of series taken in a second', blocks / seconds, '', (one) => one >= LEAST_A_SECOND, `>= ${LEAST_A_SECOND}`);
  goal('a day of 1,000 plants taken in', seconds / HOUR_S, 'hours', (one) => one <= MOST_HOURS, `<= ${MOST_HOURS}`);
  await database.stop();
  rig.stop();
};

if (missingPostgres) console.log(`not run: ${missingPostgres}`);
else await run();
