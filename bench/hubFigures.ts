/**
 * What a hub answers with, each beside what it is compared to in the same run: a plant's hello among 10,000 plants beside the same among a hundred,
 * a unit's month at the hub beside the plant's own, and what a reading with noise costs on the wire. Needs PostgreSQL of Debian; says so
 * where it is missing.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uidOf } from '../server/bundle/dayItems.ts';
import { renewIdentity } from '../server/bundle/identity.ts';
import { publicBytes } from '../server/bundle/keys.ts';
import { readConfig } from '../server/config.ts';
import { deviceDataV2Body } from '../server/contract/user/deviceData.ts';
import { hashOfBlock } from '../server/core/bytes/blockHash.ts';
import { pack } from '../server/core/bytes/packing.ts';
import { systemClock } from '../server/core/clock.ts';
import { totalOf } from '../server/core/counters/aggregate.ts';
import { code, emptyBlock, SLOTS_PER_DAY } from '../server/core/slots.ts';
import { HubDatabase } from '../server/hub/database/hubDatabase.ts';
import { HubApplication } from '../server/hub/hubApplication.ts';
import { installed } from '../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../server/hub/testing/postgresRig.ts';
import { SendingPlant, today } from '../server/hub/testing/sentDays.ts';
import { WirePlant } from '../server/hub/testing/wirePlant.ts';
import { createLog } from '../server/log.ts';
import { loginAt } from '../server/test/policyRig.ts';
import { goal, median, quantile, Walk } from '../server/test/readingsLoad.ts';
import { startSyncedHub } from '../tests/hub/syncedHub.ts';

const PLANTS = 10_000;
const ASKING = 100;
const STATEMENTS = 30;
const HELLOS = 1000;
const MOST_HELLO_MS = 50;
const QUESTIONS = 60;
const MOST_TIMES_PLANT = 1.5;
const MOST_BYTES_NOISE = 5.5;
const PASSWORD = 'seven quiet pumps under a bridge';
const quiet = createLog('error', { write: () => undefined });

/** Flows with noise in full precision, as the mean of 30 polls is kept, and totalizers in tenths, half and half: nothing repeats. */
const noise = (database: HubDatabase): void => {
  const plant = new SendingPlant(database, 100);
  const days = plant.uids.flatMap((uid, index) => {
    const walk = new Walk(index + 1, index % 2 === 0 ? 'counter' : 'gauge');
    return Array.from({ length: 5 }, (_, age) => {
      const day = today - 5 + age;
      const block = emptyBlock(day * SLOTS_PER_DAY, SLOTS_PER_DAY);
      for (let slot = 0; slot < SLOTS_PER_DAY; slot += 1) {
        block.values[slot] = walk.next(slot);
        block.quality[slot] = code.G;
      }
      const total = { ...totalOf(block, 'gauge', SLOTS_PER_DAY), counterOpen: null, counterClose: null };
      const carried = { firstSlot: block.firstSlot, slots: SLOTS_PER_DAY, packed: pack(block), hash: hashOfBlock(block) };
      return { uid: uidOf(uid), day, revision: 1, total, block: carried };
    });
  });
  const bytes = statSync(plant.write(days)).size / (days.length * SLOTS_PER_DAY);
  plant.stop();
  goal('bytes of a reading with noise', bytes, 'bytes', (one) => one <= MOST_BYTES_NOISE, `<= ${MOST_BYTES_NOISE}`);
};

const addPlants = (rig: PostgresRig, count: number): Promise<unknown> =>
  rig.asAdmin(async (admin) => {
    await admin.query(
      `insert into plant (site, name, key, epoch, state)
       select gen_random_uuid(), 'plant ' || n, decode(md5(n::text) || md5(n::text), 'hex'), 1, 'paired' from generate_series(1, $1) n`,
      [count],
    );
    await admin.query(
      `insert into statement select plant_id, 1, n, now(), repeat('{"format":"headworks-statement-1"}', 60), 'signature', repeat('receipt', 200), true
       from plant, generate_series(1, ${STATEMENTS}) n on conflict do nothing`,
    );
    for (const sql of [
      "insert into month_node select plant_id, 'DEMO', 24000 + n, sha256(n::text::bytea) from plant, generate_series(1, 14) n",
      "insert into day_node select plant_id, 'DEMO', 20400 + n, sha256(n::text::bytea), 100 from plant, generate_series(1, 60) n",
      "insert into document select plant_id, 'unit', n::text, 1, repeat('x', 400), sha256(n::text::bytea), false from plant, generate_series(1, 40) n",
      "insert into entry select plant_id, 'audit', 1, n, n, repeat('x', 200), sha256(n::text::bytea) from plant, generate_series(1, 20) n",
    ])
      await admin.query(`${sql} on conflict do nothing`);
    await admin.query('analyze');
  });

/** Whole requests by HTTP, signed on both sides; each plant in turn. */
const hellos = async (plants: readonly WirePlant[], round: number): Promise<number[]> => {
  const tookMs: number[] = [];
  const industries = [{ id: 'DEMO', root: 'ab'.repeat(32), closedTo: '2026-11-20', blocks: 6000, months: [] }];
  for (let index = 0; index < HELLOS; index += 1) {
    const plant = plants[index % plants.length] as WirePlant;
    const fromMs = performance.now();
    const { status, body } = await plant.hello({
      seq: round * HELLOS + index + STATEMENTS + 1,
      industries,
      streams: [{ name: 'audit', last: 1000, hash: 'ab'.repeat(32) }],
    });
    tookMs.push(performance.now() - fromMs);
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
  return tookMs;
};

const manyPlants = async (): Promise<void> => {
  const root = mkdtempSync(join(tmpdir(), 'hub-figures-'));
  const rig = await startPostgres();
  mkdirSync(join(root, 'hub'));
  writeFileSync(join(root, 'hub', 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, name: 'Hub' } }));
  const config = readConfig(['--hub', '--data', join(root, 'hub'), '--port', '0', '--host', '127.0.0.1'], {});
  const hub = new HubApplication({ config, clock: systemClock, log: quiet, ...installed });
  const url = await hub.start();
  const database = new HubDatabase(rig.url, () => undefined);
  try {
    noise(database);
    const token = readFileSync(join(root, 'hub', 'keys', 'hub-owner-token'), 'utf8').trim();
    const answer = await fetch(`${url}/api/hub/admin/codes`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    const { code: pairing } = (await answer.json()) as { code: string };
    const asking = Array.from({ length: ASKING }, (_, index) => {
      mkdirSync(join(root, `${index}`));
      return new WirePlant(renewIdentity(join(root, `${index}`), 0), pairing);
    });
    for (const { identity } of asking)
      await database.kysely
        .insertInto('plant')
        .values({
          ...{ site: identity.site, name: 'asking', key: publicBytes(identity.signing), epoch: identity.epoch, state: 'paired' },
          ...{ paired_at: null, last_heard: null, last_seq: 0 },
        })
        .execute();
    await addPlants(rig, 0);
    await hellos(asking, 0);
    const few = await hellos(asking, 1);
    await addPlants(rig, PLANTS - ASKING);
    await hellos(asking, 2);
    const many = await hellos(asking, 3);
    for (const [name, all] of [
      [`${ASKING} plants`, few],
      [`${PLANTS} plants`, many],
    ] as const)
      console.log(`hello among ${name}: median ${median(all).toFixed(1)} ms, p99 ${quantile(all, 0.99).toFixed(1)} ms`);
    goal('hello p99 with 10,000 plants', quantile(many, 0.99), 'ms', (one) => one <= MOST_HELLO_MS, `<= ${MOST_HELLO_MS}`);
    console.log(
      `p99 with ${PLANTS} plants to p99 with ${ASKING}: ${(quantile(many, 0.99) / quantile(few, 0.99)).toFixed(2)} times`,
    );
  } finally {
    await database.stop();
    await hub.stop();
    rig.stop();
    rmSync(root, { recursive: true, force: true });
  }
};

const monthOfUnit = async (): Promise<void> => {
  const synced = await startSyncedHub();
  try {
    const { site } = synced.state;
    await synced.asOwner('POST', '/people', { username: 'admin', name: 'Admin', password: PASSWORD });
    await synced.asOwner('POST', '/grants', { username: 'admin', site, industryId: 'DEMO', role: 'admin' });
    const login = await fetch(`${synced.hubUrl}/api/user/user/login`, {
      headers: { LoginType: 'DEFAULT', username: 'admin', password: PASSWORD },
    });
    const atHub = ((await login.json()) as { access_token: string }).access_token;
    const atPlant = (await loginAt(synced.plant.url, 'admin')).access_token;
    // thirty days up to the last closed one, of which the recorded plant has those from its first
    const window = 'date1=13/10/2026&date2=11/11/2026&type=CUSTOM';
    const path = `/api/user/deviceDataV2?${window}&category=ID_CONSUMPTION&unitId=demo-line1`;
    let answer = '';
    const ask = async (url: string, token: string): Promise<number> => {
      const fromMs = performance.now();
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      answer = text;
      return performance.now() - fromMs;
    };
    const [hub, plant]: [number[], number[]] = [[], []];
    // the first question makes the copy
    for (let index = -5; index < QUESTIONS; index += 1) {
      const [ofPlant, ofHub] = [await ask(synced.plant.url, atPlant), await ask(`${synced.hubUrl}/plants/${site}`, atHub)];
      if (index < 0) continue;
      plant.push(ofPlant);
      hub.push(ofHub);
    }
    const { categories } = deviceDataV2Body.parse(JSON.parse(answer));
    const { graph } = categories[0]?.subCategories[0]?.units[0] ?? {};
    console.log(
      `${graph?.values.length} days, ${graph?.values.filter((value) => value !== null && value !== 0).length} of them measured`,
    );
    console.log(`a unit's month: ${median(plant).toFixed(1)} ms at the plant, ${median(hub).toFixed(1)} ms at the hub`);
    goal(
      "a unit's month at the hub to the plant's own",
      median(hub) / median(plant),
      'times',
      (one) => one <= MOST_TIMES_PLANT,
      `<= ${MOST_TIMES_PLANT}`,
    );
  } finally {
    await synced.stop();
  }
};

if (missingPostgres) console.log(`not run: ${missingPostgres}`);
else {
  await manyPlants();
  await monthOfUnit();
}
