/** PostgreSQL of a hub that was put back to an earlier state while the hub runs: what came since comes again, by the line and by sticks. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareNextKey } from '../../server/bundle/identity.ts';
import { readConfig } from '../../server/config.ts';
import { resultFile } from '../../server/contract/plant/sync.ts';
import { systemClock } from '../../server/core/clock.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { createLog } from '../../server/log.ts';
import { share, started, stateOf } from '../../server/test/sync/syncedPlant.ts';

type Plant = Awaited<ReturnType<typeof started>>;
const quiet = createLog('error', { write: () => undefined });
const LATER_DAYS = 3;
const tables = ['reading_day', 'day_total', 'day_node'] as const;

describe.skipIf(missingPostgres)(`a hub that was put back${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'put-back-'));
  let rig: PostgresRig;
  let hub: HubApplication;
  let url = '';
  beforeAll(async () => {
    rig = await startPostgres();
    writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, name: 'Hub' } }));
    const config = readConfig(['--hub', '--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
    hub = new HubApplication({ config, clock: systemClock, log: quiet, ...installed });
    url = await hub.start();
  });
  afterAll(async () => {
    await hub?.stop();
    rig?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const asOwner = async <T>(method: string, path: string, body: object | Buffer = {}): Promise<T> => {
    const headers = { Authorization: `Bearer ${readFileSync(join(folder, 'keys', 'hub-owner-token'), 'utf8').trim()}` };
    const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
    const response = await fetch(`${url}/api/hub/admin${path}`, { method, headers, body: method === 'GET' ? null : sent });
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as T;
  };
  const run = (program: string, ...args: string[]): void => {
    const host = new URL(rig.url.replace('@/', '@local/')).searchParams.get('host') ?? '';
    const { status, stderr } = spawnSync(program, ['-h', host, '-U', 'admin', ...args], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  };
  const dump = join(folder, 'dump');
  const backUp = (): void => run('pg_dump', '-Fc', '-f', dump, 'hub');
  const putBack = async (): Promise<void> => {
    await rig.asAdmin((admin) => admin.query('drop schema public cascade; create schema public authorization pg_database_owner'));
    run('pg_restore', '-d', 'hub', '--single-transaction', dump);
  };
  const admit = async (plant: Plant): Promise<void> => {
    const { code } = await asOwner<{ code: string }>('POST', '/codes');
    plant.sync.pair(code, { share, bytesPerHour: null, by: 'admin' });
    await plant.sync.settled();
    const { site, words } = stateOf(plant);
    await asOwner('POST', `/plants/${site}/confirm`, { words });
    await plant.round();
    await plant.round();
    expect(stateOf(plant)).toMatchObject({ lastError: null, hub: { state: 'paired' } });
  };
  /** A plant that has sent what it has, but for its newest days, which are not closed yet. */
  const pairedPlant = async (): Promise<Plant> => {
    const plant = await started((sqlite) => {
      const days = sqlite.prepare('select distinct day from reading_day order by day desc').pluck().all() as number[];
      for (const table of tables)
        sqlite.exec(`create table later_${table} as select * from ${table} where day >= ${days[LATER_DAYS - 1]};
          delete from ${table} where day >= ${days[LATER_DAYS - 1]}`);
    });
    await admit(plant);
    return plant;
  };
  const closeDays = ({ sqlite }: Plant): void => {
    for (const table of tables) sqlite.exec(`insert into ${table} select * from later_${table}; drop table later_${table}`);
  };
  let slot = 0;
  const happen = ({ writer }: Plant, note: string): void => {
    const event = writer.prepare(
      "insert into counter_event (series_id, slot, kind, note) select min(id), ?, 'clock', ? from series",
    );
    const rename = writer.prepare('update unit set name = ? where id = (select min(id) from unit)');
    writer.run((tx) => {
      for (let count = 0; count < 4; count += 1) {
        slot += 1;
        event.run(tx, slot, note);
      }
      rename.run(tx, note);
    });
  };
  const own = ({ sqlite }: Plant) => ({
    days: sqlite.prepare('select count(*) from reading_day').pluck().get(),
    entries:
      Number(sqlite.prepare('select count(*) from entry').pluck().get()) +
      Number(sqlite.prepare('select count(*) from audit').pluck().get()),
  });
  const stored = ({ identity: { site } }: Plant) =>
    rig.asAdmin(async (client) => {
      const { rows } = await client.query<{ days: number; entries: number }>(
        `select (select count(*)::int from block b where b.plant_id = p.plant_id and b.hash is not null) days,
           (select count(*)::int from entry e where e.plant_id = p.plant_id) entries from plant p where site = $1`,
        [site],
      );
      return rows[0];
    });
  const isProved = (plant: Plant): boolean => stateOf(plant).industries.every(({ closedTo, provedTo }) => closedTo === provedTo);
  const carried = async (plant: Plant, name: string): Promise<void> => {
    plant.clock.advance(60_000);
    const stick = join(plant.dataFolder, name);
    mkdirSync(stick);
    const { files } = await plant.sync.export({ folder: stick }, AbortSignal.timeout(60_000));
    for (const { name: file } of files) {
      const { result } = await asOwner<{ result: unknown }>('POST', '/import', readFileSync(join(stick, file)));
      plant.sync.import(resultFile.parse(result));
    }
  };

  it('is sent again by the line what it had taken since, in the next round', async () => {
    const plant = await pairedPlant();
    backUp();
    closeDays(plant);
    happen(plant, 'after the backup');
    await plant.round();
    expect([await stored(plant), isProved(plant)]).toEqual([own(plant), true]);
    await putBack();
    expect(await stored(plant)).not.toEqual(own(plant));
    await plant.round();
    expect([stateOf(plant).lastError, await stored(plant), isProved(plant)]).toEqual([null, own(plant), true]);
  });

  it.each([
    ['days and entries', true],
    ['entries alone', false],
  ])('is sent %s again by sticks, once one has come back that says so', async (_, withDays) => {
    const plant = await pairedPlant();
    if (!withDays) {
      closeDays(plant);
      await carried(plant, 'days');
    }
    backUp();
    if (withDays) closeDays(plant);
    happen(plant, 'after the backup');
    await carried(plant, 'first');
    expect([await stored(plant), isProved(plant)]).toEqual([own(plant), true]);
    await putBack();
    happen(plant, 'after it was put back');
    await carried(plant, 'second');
    await carried(plant, 'third');
    expect([await stored(plant), isProved(plant)]).toEqual([own(plant), true]);
  });

  it('is sent by sticks what changed alone, of a plant too that has of old days the totals and no slots', async () => {
    const plant = await started((sqlite) => {
      const first = Number(sqlite.prepare('select min(day) from reading_day').pluck().get());
      for (const table of ['reading_day', 'day_node']) sqlite.exec(`delete from ${table} where day = ${first}`);
    });
    await admit(plant);
    await carried(plant, 'first');
    expect(isProved(plant)).toBe(true);
    mkdirSync(join(plant.dataFolder, 'second'));
    const { days } = await plant.sync.export({ folder: join(plant.dataFolder, 'second') }, AbortSignal.timeout(60_000));
    expect(days).toBe(0);
  });

  it('takes a plant in that has another key since, with all that it has, once it is paired anew', async () => {
    const plant = await pairedPlant();
    backUp();
    prepareNextKey(join(plant.dataFolder, 'keys'));
    closeDays(plant);
    happen(plant, 'with its new key');
    await plant.round();
    expect([stateOf(plant).lastError, await stored(plant)]).toEqual([null, own(plant)]);
    await putBack();
    await plant.round();
    expect(stateOf(plant)).toMatchObject({ hub: { state: 'paired' }, lastError: expect.stringMatching(/not signed by the key/) });
    await asOwner('POST', `/plants/${plant.identity.site}/unpair`);
    await admit(plant);
    expect([await stored(plant), isProved(plant)]).toEqual([own(plant), true]);
  });
});
