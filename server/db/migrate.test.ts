import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../core/clock.ts';
import { migrate, migrations } from './migrate.ts';
import { openDatabase, type Sqlite } from './open.ts';

const clock = new ManualClock(1_700_000_000_000);
const newDatabase = (): Sqlite => {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-'));
  const { sqlite } = openDatabase(join(folder, 'headworks.db'));
  onTestFinished(() => {
    sqlite.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return sqlite;
};
const tables = (sqlite: Sqlite): string[] =>
  sqlite
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
    .pluck()
    .all() as string[];
const shapeOf = (sqlite: Sqlite): unknown =>
  sqlite.prepare('select type, name, sql from sqlite_master where sql is not null order by 1, 2').all();

describe('migrations', () => {
  it('are numbered upwards, in steps that leave room', () => {
    const numbers = migrations.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(numbers.length).toBeGreaterThan(4);
  });

  it('bring an empty file up to date once, and say when each was applied', () => {
    const sqlite = newDatabase();
    expect(migrate(sqlite, clock)).toEqual(migrations.map(({ number }) => number));
    expect(migrate(sqlite, clock)).toEqual([]);
    expect(sqlite.prepare('select * from migration order by number').all()).toEqual(
      migrations.map(({ number, name }) => ({ number, name, applied_at: clock.now() })),
    );
    expect(tables(sqlite)).toContain('reading_day');
    expect(sqlite.pragma('foreign_key_check')).toEqual([]);
  });

  it.each(migrations.map(({ number, name }, index) => ({ number, name, index })))(
    'up to $number $name and then the rest give the same tables, with every old row as it was',
    ({ index }) => {
      const sqlite = newDatabase();
      migrate(sqlite, clock, migrations.slice(0, index + 1));
      const old = addRows(sqlite);
      migrate(sqlite, clock);
      // later steps may add columns, never change what is there
      expect(rowsOf(sqlite, Object.keys(old))).toMatchObject(old);
      const fresh = newDatabase();
      migrate(fresh, clock);
      expect(shapeOf(sqlite)).toEqual(shapeOf(fresh));
    },
  );

  it('leave no trace of a step that fails, and keep those before it', () => {
    const sqlite = newDatabase();
    const good = { number: 10, name: 'good', sql: 'create table good (id integer)' };
    const bad = { number: 20, name: 'bad', sql: 'create table half (id integer); insert into missing values (1)' };
    expect(() => migrate(sqlite, clock, [good, bad])).toThrow(/no such table: missing/);
    expect(tables(sqlite)).toEqual(['good', 'migration']);
    expect(sqlite.prepare('select number from migration').pluck().all()).toEqual([10]);
    expect(migrate(sqlite, clock, [good, { ...bad, sql: 'create table whole (id integer)' }])).toEqual([20]);
  });

  it('refuse a file of a newer version and change nothing in it', () => {
    const sqlite = newDatabase();
    migrate(sqlite, clock, migrations.slice(0, 2));
    sqlite.prepare('insert into migration values (?, ?, ?)').run(9990, 'future', 0);
    const before = shapeOf(sqlite);
    expect(() => migrate(sqlite, clock)).toThrow(
      expect.objectContaining({
        code: 'unavailable',
        message: expect.stringMatching(/^database holds step 9990 of a newer version/),
      }),
    );
    expect(shapeOf(sqlite)).toEqual(before);
  });
});

/** A row or two in each table that there is, parents first; returns all rows by table. */
const addRows = (sqlite: Sqlite): Record<string, unknown[]> => {
  const statements: [table: string, sql: string][] = [
    ['industry', "insert into industry (id, name, joined_at) values ('A', 'Plant A', 1), ('B', 'Plant B', 2)"],
    ['industry_shift', "insert into industry_shift values ('A', '2020-01-01', 'Asia/Kolkata', '06:00:00', '06:00:00', 'day')"],
    [
      'category',
      "insert into category (industry_id, id, display_name, standard_category_id, si_unit) values ('A', 'c', 'C', 'SOURCE_CATEGORY', 'KL')",
    ],
    ['sub_category', "insert into sub_category (industry_id, id, category_id, display_name) values ('A', 's', 'c', 'S')"],
    [
      'unit',
      "insert into unit (id, industry_id, sub_category_id, name, type, standard_category_id, si_unit, created_at) values ('u', 'A', 's', 'U', 'flow', 'SOURCE_CATEGORY', 'KL', 3)",
    ],
    [
      'series',
      "insert into series (id, uid, industry_id, unit_id, param, kind, measure) values (1, 'x', 'A', 'u', 'volume', 'counter', 'L')",
    ],
    ['meter', 'insert into meter values (1, 0, 1000, 10, 100, 1)'],
    ['reading_open', "insert into reading_open values (5000000, 1, 12.5, 'G', 100.25, 295), (5000001, 1, null, 'M', null, 0)"],
    ['reading_day', "insert into reading_day values (1, 19000, 4999000, 288, x'010203')"],
    ['day_total', 'insert into day_total (series_id, day, sum, expected, complete) values (1, 19000, 1234.567, 288, 280)'],
    ['counter_event', "insert into counter_event (series_id, slot, kind, before, after) values (1, 5000000, 'rollover', 999, 1)"],
  ];
  const there = tables(sqlite);
  const present = statements.filter(([table]) => there.includes(table));
  for (const [, sql] of present) sqlite.exec(sql);
  return rowsOf(
    sqlite,
    present.map(([table]) => table),
  );
};

const rowsOf = (sqlite: Sqlite, names: readonly string[]): Record<string, unknown[]> =>
  Object.fromEntries(names.map((table) => [table, sqlite.prepare(`select * from ${table}`).all()]));
