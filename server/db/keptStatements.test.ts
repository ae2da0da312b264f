import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withKeptStatements } from './keptStatements.ts';

type Schema = { meter: { id: number; name: string; place?: string } };

describe('statements of Kysely', () => {
  let sqlite: Database.Database;
  let kysely: Kysely<Schema>;
  let prepared: string[];

  beforeEach(() => {
    sqlite = new Database(':memory:');
    sqlite.exec("create table meter (id integer primary key, name text); insert into meter values (1, 'inlet'), (2, 'boiler')");
    prepared = [];
    const prepare = sqlite.prepare.bind(sqlite);
    sqlite.prepare = ((text: string) => {
      prepared.push(text);
      return prepare(text);
    }) as typeof sqlite.prepare;
    kysely = new Kysely<Schema>({ dialect: new SqliteDialect({ database: withKeptStatements(sqlite) }) });
  });
  afterEach(() => kysely.destroy());

  const named = (id: number) => kysely.selectFrom('meter').selectAll().where('id', '=', id).execute();

  it('are prepared once, whatever their parameters are', async () => {
    expect(await named(1)).toEqual([{ id: 1, name: 'inlet' }]);
    expect(await named(2)).toEqual([{ id: 2, name: 'boiler' }]);
    expect(await named(3)).toEqual([]);
    expect(prepared).toHaveLength(1);
  });

  it('answer the columns of a table as it is now', async () => {
    await named(1);
    sqlite.exec("alter table meter add column place text default 'hall'");
    expect(await named(1)).toEqual([{ id: 1, name: 'inlet', place: 'hall' }]);
  });

  it('may be used by two questions at once', async () => {
    expect(await Promise.all([named(1), named(2)])).toEqual([[{ id: 1, name: 'inlet' }], [{ id: 2, name: 'boiler' }]]);
  });

  it('are let go when a hundred others were used since', async () => {
    await named(1);
    for (let at = 0; at < 100; at += 1) await sql`select ${sql.lit(at)}`.execute(kysely);
    await named(1);
    expect(prepared.filter((text) => text.includes('meter'))).toHaveLength(2);
  });
});
