/** The second wall of the hub: PostgreSQL itself answers no rows of a plant that the work at hand does not name. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { hubMigrations } from '../../server/hub/database/migrations.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';

describe.skipIf(missingPostgres)(`the tables of the hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let rig: PostgresRig;
  let database: HubDatabase;
  beforeAll(async () => {
    rig = await startPostgres();
    database = new HubDatabase(rig.url, () => undefined);
    await database.start();
    await rig.asAdmin(async (admin) => {
      await admin.query(`insert into plant (site, name, key, epoch, state)
        select gen_random_uuid(), 'plant ' || n, '', 1, 'paired' from generate_series(1, 3) n`);
      await admin.query(`insert into document select plant_id, 'unit', 'U1', 1, '{}', '', false from plant`);
    });
  });
  afterAll(async () => {
    await database?.stop();
    rig?.stop();
  });

  const documents = (plantIds: number[]) =>
    database.forPlants(plantIds, async (tx) =>
      (await tx.selectFrom('document').select('plant_id').orderBy('plant_id').execute()).map(({ plant_id }) => plant_id),
    );

  it('answer rows of the plants that are named, though the query asks for all', async () => {
    expect(await documents([2])).toEqual([2]);
    expect(await documents([1, 3])).toEqual([1, 3]);
    expect(await documents([])).toEqual([]);
  });

  it('answer nothing to a query that names no plant at all, also right after one that did', async () => {
    await documents([1, 2, 3]);
    expect(await database.kysely.selectFrom('document').selectAll().execute()).toEqual([]);
  });

  it('are closed again once it was asked what the hub has of a plant, also within the same transaction', async () => {
    await rig.asAdmin(async (admin) => {
      await admin.query("insert into plant_change values (1, 'unit', -1, 41), (2, 'unit', -1, 42)");
    });
    expect(await Promise.all([1, 2, 3].map((plantId) => database.plantNow(plantId)))).toMatchObject([
      { newest: 41, proved: null },
      { newest: 42, proved: null },
      { newest: 0, proved: null },
    ]);
    const left = await database.forPlants([1, 2, 3], async (tx) => {
      await sql`select plant_now(2)`.execute(tx);
      return tx.selectFrom('document').select('plant_id').execute();
    });
    expect(left).toEqual([]);
    expect(await database.kysely.selectFrom('document').selectAll().execute()).toEqual([]);
  });

  it('take no row of another plant', async () => {
    const write = database.forPlants([1], (tx) =>
      tx
        .insertInto('document')
        .values({ plant_id: 2, kind: 'unit', id: 'U2', version: 1, body: '{}', hash: Buffer.alloc(0), deleted: false })
        .execute(),
    );
    await expect(write).rejects.toThrow('row-level security');
  });

  it('all have that wall, but for those that hold no rows of a plant', async () => {
    const open = await rig.asAdmin(async (admin) => {
      const { rows } = await admin.query<{ relname: string }>(
        `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not (relrowsecurity and relforcerowsecurity) order by relname`,
      );
      return rows.map(({ relname }) => relname);
    });
    expect(open).toEqual([
      'hub_audit',
      'hub_cluster',
      'hub_grant',
      'hub_key_rotation',
      'hub_migration',
      'hub_session',
      'hub_user',
      'pairing_code',
      'plant',
      'plant_gate',
      'plant_move',
    ]);
  });

  it('have the plant first in every key', async () => {
    const keys = await rig.asAdmin(async (admin) => {
      const { rows } = await admin.query<{ relname: string; first: string }>(
        `select c.relname, a.attname first from pg_index i join pg_class c on c.oid = i.indrelid
         join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
         where c.relnamespace = 'public'::regnamespace and c.relrowsecurity`,
      );
      return rows;
    });
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter(({ first }) => first !== 'plant_id')).toEqual([]);
  });

  it('are made once, also when two servers start at the same moment', async () => {
    const url = await rig.createDatabase('twice');
    const both = [1, 2].map(() => new HubDatabase(url, () => undefined));
    await Promise.all(both.map((one) => one.start()));
    const [made] = await Promise.all(both.map((one) => one.kysely.selectFrom('hub_migration').select('number').execute()));
    await Promise.all(both.map((one) => one.stop()));
    expect(made).toEqual(hubMigrations.map(({ number }) => ({ number })));
  });

  it('are not opened for a role that row-level security would not hold back', async () => {
    const free = new HubDatabase(rig.url.replace('headworks@', 'admin@'), () => undefined);
    await expect(free.start()).rejects.toThrow('neither superuser nor free of row-level security');
    await free.stop();
  });
});
