/**
 * The copy of a plant made from what was taken in, which is what the first question about it waits for.
 * Twenty days of 500 series taken in by the hub, verified and durable, and the same rows by a bare COPY into a table without any of our
 * rules, in the same PostgreSQL in the same run. Needs PostgreSQL of Debian; says so where it is missing.
 */
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { CarriedDay } from '../server/bundle/dayItems.ts';
import { systemClock } from '../server/core/clock.ts';
import { SLOTS_PER_DAY } from '../server/core/slots.ts';
import { addDay } from '../server/hub/commit/commitStore.ts';
import { CopyBytes } from '../server/hub/commit/copyBytes.ts';
import { HubDatabase } from '../server/hub/database/hubDatabase.ts';
import { fillReplica } from '../server/hub/replica/fillReplica.ts';
import { missingPostgres, startPostgres } from '../server/hub/testing/postgresRig.ts';
import { dayOf, SendingPlant, today } from '../server/hub/testing/sentDays.ts';
import { putDocument } from '../server/hub/wire/documentStore.ts';
import { goal, median } from '../server/test/readingsLoad.ts';

const SERIES = 500;
const DAYS = 20;
const PLANTS = 2;
const RUNS = 2;
const MOST_TIMES_COPY = 80;
const LEAST_A_SECOND = 2000;
/** Of both, for a day taken in: two cores then take in 8,000 a second by themselves. */
const MOST_PROCESSOR_US = 250;

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const fromMs = performance.now();
  await work();
  return (performance.now() - fromMs) / 1000;
};

/** As for the first question about a plant: its series as documents, and every day. */
const copyOf = async (database: HubDatabase, { uids, sender, folder }: SendingPlant): Promise<void> => {
  const { plantId } = sender;
  await database.inTurn(plantId, async (client) => {
    for (const [number, uid] of uids.entries()) {
      const row = {
        id: number + 1,
        uid,
        industry_id: 'DEMO',
        unit_id: `U${number}`,
        param: 'volume',
        kind: 'counter',
        measure: 'L',
      };
      await putDocument(client, plantId, {
        kind: 'series',
        id: uid,
        version: 1,
        body: JSON.stringify({ ...row, created_at: 0 }),
      });
    }
  });
  const { days } = await fillReplica(database, plantId, { path: join(folder, 'copy.db'), clock: systemClock });
  if (days !== uids.length * DAYS) throw new Error(`the copy has ${days} days`);
};

const run = async (): Promise<void> => {
  const rig = await startPostgres();
  const database = new HubDatabase(rig.url, () => undefined);
  const pool = new Pool({ connectionString: rig.url });
  try {
    await database.start();
    await pool.query(`create table bare (item int, series_no int, day int, revision int, hash bytea, first_slot int, slots smallint,
      packed bytea, sum float8, min float8, max float8, avg float8, last float8, estimated float8, counter_open float8,
      counter_close float8, expected smallint, complete smallint)`);
    const [copied, taken, copies]: [number[], number[], number[]] = [[], [], []];
    const [ofNode, ofPostgres]: [number[], number[]] = [[], []];
    const rows = SERIES * DAYS;
    for (let round = 0; round < RUNS; round += 1) {
      const plants = await Promise.all(
        Array.from({ length: PLANTS }, async () => {
          const plant = new SendingPlant(database, SERIES / PLANTS);
          await plant.pair();
          const days: CarriedDay[] = plant.uids.flatMap((uid) =>
            Array.from({ length: DAYS }, (_, index) => dayOf(uid, today - index, 1, SLOTS_PER_DAY)),
          );
          return { plant, days, path: plant.write(days) };
        }),
      );
      const bytes = new CopyBytes();
      for (const { days } of plants) for (const [item, day] of days.entries()) addDay(bytes, item, 1, day);
      const all = Buffer.concat(bytes.end());
      const client = await pool.connect();
      const bare = client.query(copyFrom('copy bare from stdin (format binary)'));
      copied.push(rows / (await seconds(() => pipeline(Readable.from([all]), bare))));
      client.release();
      const [node, postgres] = [process.cpuUsage(), rig.processorMs()];
      taken.push(rows / (await seconds(() => Promise.all(plants.map(({ plant, path }) => plant.commit(path))))));
      const { user, system } = process.cpuUsage(node);
      ofNode.push((user + system) / rows);
      ofPostgres.push((1000 * (rig.processorMs() - postgres)) / rows);
      for (const { plant } of plants) {
        copies.push(((SERIES / PLANTS) * DAYS) / (await seconds(() => copyOf(database, plant))));
        plant.stop();
      }
    }
    const [bareSpeed, hubSpeed] = [median(copied), median(taken)];
    console.log(`bare COPY: ${Math.round(bareSpeed)} rows a second`);
    console.log(`the hub, verified and durable: ${Math.round(hubSpeed)} blocks a second (${PLANTS} plants side by side)`);
    const [nodeUs, postgresUs] = [median(ofNode), median(ofPostgres)];
    console.log(`processor time of a block: ${Math.round(nodeUs)} us of the hub, ${Math.round(postgresUs)} us of PostgreSQL`);
    console.log(`copies of plants: ${Math.round(median(copies))} days of series a second`);
    goal(
      'bare COPY against the hub',
      bareSpeed / hubSpeed,
      'times',
      (ratio) => ratio <= MOST_TIMES_COPY,
      `<= ${MOST_TIMES_COPY}`,
    );
    goal('processor time of a block', nodeUs + postgresUs, 'us', (us) => us <= MOST_PROCESSOR_US, `<= ${MOST_PROCESSOR_US}`);
    goal('days of series taken in', hubSpeed, 'a second', (speed) => speed >= LEAST_A_SECOND, `>= ${LEAST_A_SECOND}`);
  } finally {
    await pool.end();
    await database.stop();
    rig.stop();
  }
};

if (missingPostgres) console.log(`not run: ${missingPostgres}`);
else await run();
