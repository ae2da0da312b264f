import type { ClientBase } from 'pg';
import { Failure } from '../../core/fail.ts';
import { type HubMigration, hubMigrations } from './migrations.ts';

/** Held while migrations run, so that two servers that start at once do not both run them. */
const MIGRATION_LOCK = 728_101;

/**
 * Brings the hub's tables up to the newest step, all steps or none.
 * @throws Failure `newerVersion` when the tables were made by a newer version.
 */
export const migrateHub = async (client: ClientBase, steps: readonly HubMigration[] = hubMigrations): Promise<void> => {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'create table if not exists hub_migration (number int primary key, name text not null, applied_at timestamptz not null)',
    );
    const { rows } = await client.query<{ number: number }>('select coalesce(max(number), 0) number from hub_migration');
    const stored = rows[0]?.number ?? 0;
    const newest = steps.at(-1)?.number ?? 0;
    if (stored > newest)
      throw new Failure(
        'newerVersion',
        `the hub's tables are of a newer version (${stored}) than this program (${newest}): install that version again, or put a dump made by this one in their place`,
      );
    for (const { number, name, sql: text } of steps.filter((one) => one.number > stored)) {
      await client.query(text);
      await client.query('insert into hub_migration values ($1, $2, now())', [number, name]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};
