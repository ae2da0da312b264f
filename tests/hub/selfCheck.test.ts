/** What flips in the hub's own rows is found by the hub, no figure is made of it, and the plant sends it again. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { systemClock } from '../../server/core/clock.ts';
import { openDatabase } from '../../server/db/open.ts';
import { ReadingStore } from '../../server/historian/store/readingStore.ts';
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { fillReplica } from '../../server/hub/replica/fillReplica.ts';
import { checkDays, checkDocuments, checkPlant } from '../../server/hub/selfCheck/selfCheck.ts';
import { ReplicaCache } from '../../server/hub/serving/replicaCache.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { createLog } from '../../server/log.ts';
import { silent } from '../../server/test/httpRig.ts';
import { share, started, stateOf } from '../../server/test/sync/syncedPlant.ts';

type Plant = Awaited<ReturnType<typeof started>>;
const quiet = createLog('error', { write: () => undefined });

describe.skipIf(missingPostgres)(`rows of a hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'checked-hub-'));
  let rig: PostgresRig;
  let hub: HubApplication;
  let database: HubDatabase;
  let url: string;
  let plant: Plant;
  let plantId: number;
  const asOwner = async <T>(path: string, body: object = {}): Promise<T> => {
    const token = readFileSync(join(folder, 'keys', 'hub-owner-token'), 'utf8').trim();
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/api/hub/admin${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as T;
  };
  const sql = async <T extends object>(text: string): Promise<T[]> =>
    rig.asAdmin(async (admin) => (await admin.query<T>(text)).rows);
  beforeAll(async () => {
    rig = await startPostgres();
    writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, name: 'Hub' } }));
    const config = readConfig(['--hub', '--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
    hub = new HubApplication({ config, clock: systemClock, log: quiet, ...installed });
    url = await hub.start();
    database = new HubDatabase(rig.url, () => undefined);
    await database.start();
  });
  afterAll(async () => {
    await database?.stop();
    await hub?.stop();
    rig?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const sendAll = async (): Promise<void> => {
    plant = await started();
    const { code } = await asOwner<{ code: string }>('/codes');
    plant.sync.pair(code, { share, bytesPerHour: null, by: 'admin' });
    await plant.sync.settled();
    const { site, words } = stateOf(plant);
    await asOwner(`/plants/${site}/confirm`, { words });
    await plant.round();
    expect(isProved()).toBe(true);
    const [found] = await sql<{ plant_id: number }>(`select plant_id from plant where site = '${site}'`);
    plantId = found?.plant_id ?? 0;
  };
  const isProved = (): boolean => stateOf(plant).industries.every(({ closedTo, provedTo }) => closedTo === provedTo);
  const checked = async (): Promise<number> => {
    const named = { plantId, site: plant.identity.site };
    const days = await sql<{ day: number }>(`select distinct day from block where plant_id = ${plantId}`);
    const found = await checkDocuments(database, named, silent);
    return (
      found +
      (await checkDays(
        database,
        named,
        days.map(({ day }) => day),
        silent,
      ))
    );
  };
  const stored = () =>
    sql<object>(`select series_no, day, revision, encode(hash, 'hex') hash, md5(packed) packed, sum, min, max, avg, last, estimated, counter_open,
      counter_close, expected, complete, checksum from block where plant_id = ${plantId} order by 1, 2`);
  const nodes = () =>
    sql<object>(`select industry_id, day at, encode(hash, 'hex') hash from day_node where plant_id = ${plantId}
      union all select industry_id, month, encode(hash, 'hex') from month_node where plant_id = ${plantId} order by 1, 2, 3`);
  const documents = () =>
    sql<object>(
      `select kind, id, version, body, encode(hash, 'hex') hash from document where plant_id = ${plantId} order by 1, 2`,
    );

  it('are all looked at within thirty days', async () => {
    await sendAll();
    await sql(`update block set sum = sum + 1000 where plant_id = ${plantId}`);
    const [counters] = await sql<{ count: number }>(
      `select count(*)::int from block where plant_id = ${plantId} and sum is not null`,
    );
    const named = { plantId, site: plant.identity.site };
    let found = 0;
    for (let today = 0; today < 30; today += 1) found += await checkPlant(database, named, today, silent);
    expect(found).toBe(counters?.count);
    expect(found).toBeGreaterThan(30);
  });

  it('are left as they are where nothing has flipped', async () => {
    await sendAll();
    const before = [await stored(), await nodes(), await documents()];
    expect(await checked()).toBe(0);
    expect([await stored(), await nodes(), await documents()]).toEqual(before);
  });

  const flips: Readonly<Record<string, string>> = {
    sum: 'sum = sum + 1000',
    avg: 'avg = avg * 2',
    complete: 'complete = complete - 1',
    'display at the end': 'counter_close = counter_close + 4096',
    revision: 'revision = revision + 64',
    slots: 'packed = set_byte(packed, length(packed) / 2, get_byte(packed, length(packed) / 2) # 1)',
    hash: 'hash = set_byte(hash, 7, get_byte(hash, 7) # 16)',
    checksum: 'checksum = checksum # 2',
  };
  const one = () => `plant_id = ${plantId} and (series_no, day) = (select series_no, day from block
    where plant_id = ${plantId} and sum > 0 and counter_close is not null order by day desc, series_no limit 1)`;

  it.for(Object.entries(flips))('whose %s flipped are found, and are as they were after the next round', async ([, change]) => {
    await sendAll();
    const before = [await stored(), await nodes()];
    await sql(`update block set ${change} where ${one()}`);
    expect(await stored()).not.toEqual(before[0]);
    expect(await checked()).toBe(1);
    expect((await sql(`select from unequal_day where plant_id = ${plantId}`)).length).toBeGreaterThan(0);
    // until the plant comes nothing more happens to them
    expect(await checked()).toBe(0);
    await plant.round();
    expect(stateOf(plant)).toMatchObject({ lastError: null, refusals: [] });
    expect(isProved()).toBe(true);
    expect([await stored(), await nodes()]).toEqual(before);
    expect(await sql(`select from unequal_day where plant_id = ${plantId}`)).toEqual([]);
    expect(await checked()).toBe(0);
  });

  it('of days and months above them are worked out anew', async () => {
    await sendAll();
    const before = await nodes();
    await sql(
      `update day_node set hash = set_byte(hash, 0, 1) where plant_id = ${plantId} and day = (select max(day) from day_node where plant_id = ${plantId})`,
    );
    await sql(`update month_node set hash = set_byte(hash, 0, 1) where plant_id = ${plantId}`);
    await checked();
    expect(await nodes()).toEqual(before);
  });

  it('that are no readings are found, and are as they were after the next round', async () => {
    await sendAll();
    const before = await documents();
    await sql(`update document set body = replace(body, '"name":"', '"name":"X') where plant_id = ${plantId} and kind = 'unit'
      and id = (select min(id) from document where plant_id = ${plantId} and kind = 'unit')`);
    await sql(
      `update series set kind = 'gauge', unit_id = 'other' where plant_id = ${plantId} and series_no = 1 and kind = 'counter'`,
    );
    const series = () => sql(`select series_no, kind, unit_id from series where plant_id = ${plantId} and series_no = 1`);
    expect(await documents()).not.toEqual(before);
    expect(await checked()).toBe(1);
    expect(await series()).not.toMatchObject([{ unit_id: 'other' }]);
    await plant.round();
    const bodies = (rows: object[]) => rows.map((row) => ({ ...row, version: 0, hash: '' }));
    expect(bodies(await documents())).toEqual(bodies(before));
    expect(await checked()).toBe(0);
  });

  const copied = async () => {
    const path = join(mkdtempSync(join(folder, 'copy-')), 'copy.db');
    await fillReplica(database, plantId, { path, clock: systemClock });
    const { sqlite } = openDatabase(path, { readonly: true });
    const days = sqlite.prepare('select series_id, day, sum, avg, complete, counter_close from day_total order by 1, 2').all();
    sqlite.close();
    return days as { series_id: number; day: number; sum: number | null; avg: number | null; complete: number }[];
  };

  it.for(['checksum', 'no checksum'])('give no copy a total that flipped since it was taken in, with %s', async (form) => {
    await sendAll();
    const before = await copied();
    await sql('drop table if exists kept');
    await sql(`create table kept as select * from block where ${one()}`);
    if (form === 'no checksum') await sql(`update block set checksum = null where ${one()}`);
    await sql(`update block set sum = sum + 1000, avg = avg * 2 where ${one()}`);
    const after = await copied();
    expect(after.map(({ sum, avg, complete }) => [sum, avg, complete])).toEqual(
      before.map(({ sum, avg, complete }) => [sum, avg, complete]),
    );
    await sql(`update block b set sum = k.sum, avg = k.avg, checksum = k.checksum from kept k
      where b.plant_id = k.plant_id and b.series_no = k.series_no and b.day = k.day`);
    await sql('drop table kept');
  });

  const cached = () => {
    const cache = new ReplicaCache({
      ...{ database, folder: mkdtempSync(join(folder, 'copies-')), clock: systemClock, log: silent },
      open: async ({ path }) => {
        const { sqlite } = openDatabase(path, { readonly: true });
        const store = new ReadingStore(sqlite);
        return {
          path,
          names: () => sqlite.prepare('select name from unit order by id').pluck().all(),
          read: () => {
            for (const id of sqlite.prepare('select id from series').pluck().all() as number[]) store.closedDays(id, 0, 100_000);
          },
          damagedDays: () => store.damage.all().map(({ day }) => day),
          close: () => void sqlite.close(),
        };
      },
    });
    onTestFinished(() => cache.stop());
    return async <T>(read: (served: Awaited<ReturnType<typeof cache.lend>>['served']) => T): Promise<T> => {
      const { served, giveBack } = await cache.lend({ plantId, site: plant.identity.site });
      const result = read(served);
      giveBack();
      cache.putRowsAnew();
      return result;
    };
  };

  it('that copies are made of are found in making them: no figure without a unit, and none of damaged slots', async () => {
    await sendAll();
    const lend = cached();
    const names = await lend((served) => served.names());
    await sql(`update document set body = replace(body, '"name":"', '"name":"X') where plant_id = ${plantId} and kind = 'unit'`);
    await expect(lend((served) => served.names())).rejects.toMatchObject({ code: 'unavailable' });
    await plant.round();
    expect(await lend((served) => served.names())).toEqual(names);

    await sql(`update block set packed = set_byte(packed, 9, get_byte(packed, 9) # 4) where ${one()}`);
    const fresh = cached();
    await fresh((served) => served.read());
    await fresh((served) => served.read());
    expect(await sql(`select from block where plant_id = ${plantId} and revision = 0`)).toHaveLength(1);
    await plant.round();
    await fresh((served) => served.read());
    expect(await fresh((served) => served.damagedDays())).toEqual([]);
  });

  it('and of their copies are put anew each day, where they are no readings', async () => {
    await sendAll();
    const lend = cached();
    const names = await lend((served) => served.names());
    await lend(({ path }) => {
      const { sqlite } = openDatabase(path);
      sqlite.exec("update unit set name = name || 'X'");
      sqlite.close();
    });
    expect(await lend((served) => served.names())).toEqual(names);
  });
});
