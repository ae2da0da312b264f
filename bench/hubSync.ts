/**
 * A plant that had no line for 30 days of 1,000 series sends them: 30,000 days of single series from its database to the rows of a hub in
 * PostgreSQL, by the code of both, over HTTP on this machine, until both have the same root, with the rests of a round that nobody waits for; then
 * what sync costs the plant at rest. The recorded plant of the golden answers stands for it, its units copied as often as it takes. Needs PostgreSQL
 * of Debian; says so where it is missing.
 */
import { missingPostgres } from '../server/hub/testing/postgresRig.ts';
import { goal, median } from '../server/test/readingsLoad.ts';
import { sendAll, startSentPlant } from './sentPlant.ts';

const MOST_SECONDS = 90;
const MOST_BYTES_A_READING = 3;
const ROUNDS = 7;
/** Hellos of a plant at rest, and the days that it closes. */
const ROUNDS_A_DAY = 24;
const DAY_S = 86_400;
const MOST_SHARE = 5;

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const run = async (): Promise<void> => {
  const plant = await startSentPlant({ series: 1000, days: 30 });
  const { rig, blocks, hubMs, jobsMs } = plant;
  try {
    const [fromMs, cpu, ofHub, postgres] = [performance.now(), cpuSeconds(), hubMs(), rig.processorMs()];
    const ofJobs = jobsMs();
    await sendAll(plant, 'atPace');
    const seconds = (performance.now() - fromMs) / 1000;
    const own = cpuSeconds() - cpu;
    const [{ bytes, readings } = { bytes: 0, readings: 1 }] = await rig.asAdmin(
      async (admin) =>
        (
          await admin.query<{ bytes: number; readings: number }>(
            'select (select sum(bytes)::float8 from upload) bytes, (select sum(slots)::float8 from block) readings',
          )
        ).rows,
    );
    console.log(
      `${blocks} days of series; processor time: ${own.toFixed(1)} s of the plant (${((jobsMs() - ofJobs) / 1000).toFixed(1)} s of its jobs), ${((hubMs() - ofHub) / 1000).toFixed(1)} s of the hub, ${((rig.processorMs() - postgres) / 1000).toFixed(1)} s of PostgreSQL`,
    );
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = cpuSeconds();
      await sendAll(plant);
      rounds.push(cpuSeconds() - before);
    }
    console.log(`a round in which nothing is new: ${(1000 * median(rounds)).toFixed(0)} ms of processor time at the plant`);
    goal('30 days of 1,000 series caught up', seconds, 's', (one) => one <= MOST_SECONDS, `<= ${MOST_SECONDS}`);
    goal('bytes of a reading', bytes / readings, 'bytes', (one) => one <= MOST_BYTES_A_READING, `<= ${MOST_BYTES_A_READING}`);
    const whileCatchingUp = (100 * own) / seconds;
    goal(
      'sync at the plant while it catches up, of a core',
      whileCatchingUp,
      '%',
      (one) => one <= MOST_SHARE,
      `<= ${MOST_SHARE}`,
    );
    const share = (100 * (ROUNDS_A_DAY * median(rounds) + own / 30)) / DAY_S;
    goal('sync at the plant, of a core over a day', share, '%', (one) => one <= MOST_SHARE, `<= ${MOST_SHARE}`);
  } finally {
    await plant.stop();
  }
};

if (missingPostgres) console.log(`not run: ${missingPostgres}`);
else await run();
