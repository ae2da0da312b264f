/** A hub that was set up by an older version keeps what plants sent it: each step over rows of the time before it. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrateHub } from '../../server/hub/database/migrateHub.ts';
import { hubMigrations } from '../../server/hub/database/migrations.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { hubOldRows } from './oldRows.ts';

const shape = `select 'column' kind, table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable
    || coalesce(' ' || column_default, '') what from information_schema.columns where table_schema = 'public'
  union all select 'index', indexdef from pg_indexes where schemaname = 'public'
  union all select 'wall', tablename || ' ' || policyname || ' ' || qual || ' ' || with_check from pg_policies
  union all select 'function', proname || ' ' || prosrc from pg_proc where pronamespace = 'public'::regnamespace
  order by 1, 2`;

describe.skipIf(missingPostgres)(`the hub's tables${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let rig: PostgresRig;
  beforeAll(async () => {
    rig = await startPostgres();
  });
  afterAll(() => rig?.stop());

  /** A database that the first steps have made, on a connection that may touch the rows of plants 1 and 2. */
  const made = async (name: string, before = Number.POSITIVE_INFINITY): Promise<Client> => {
    const client = new Client({ connectionString: await rig.createDatabase(name) });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("set hub.plants = '{1,2}'");
    await migrateHub(
      client,
      hubMigrations.filter(({ number }) => number < before),
    );
    await client.query(`insert into plant (site, name, key, epoch, state)
      select gen_random_uuid(), 'plant ' || n, '', 1, 'paired' from generate_series(1, 2) n`);
    return client;
  };
  const ask = async (client: Client, sql: string): Promise<object[]> => (await client.query<object>(sql)).rows;

  it.for(hubOldRows)(
    'up to the step before $number and then it, and the rest, keep old rows',
    async ({ number, before, after }) => {
      const client = await made(`before_${number}`, number);
      await client.query(before);
      await migrateHub(
        client,
        hubMigrations.filter((step) => step.number <= number),
      );
      for (const [sql, rows] of Object.entries(after)) expect(await ask(client, sql), sql).toEqual(rows);
      await migrateHub(client);
      for (const [sql, rows] of Object.entries(after)) expect(await ask(client, sql), sql).toEqual(rows);
      expect(await ask(client, shape)).toEqual(await ask(await made(`whole_${number}`), shape));
    },
  );

  it('of a newer version are refused, and nothing in them is changed', async () => {
    const client = await made('newer');
    const older = hubMigrations.slice(0, -1);
    await expect(migrateHub(client, older)).rejects.toMatchObject({ code: 'newerVersion' });
    expect(await ask(client, 'select number from hub_migration order by number')).toEqual(
      hubMigrations.map(({ number }) => ({ number })),
    );
  });

  it('are as they were where a step fails', async () => {
    const client = await made('failing');
    const before = await ask(client, shape);
    const bad = { number: 9990, name: 'bad', sql: 'create table half (id int); insert into missing values (1)' };
    await expect(migrateHub(client, [...hubMigrations, bad])).rejects.toThrow('missing');
    expect(await ask(client, shape)).toEqual(before);
  });
});
