import type { Sqlite } from '../db/open.ts';

type Column = { name: string; type: string; notnull: number };
type Reference = { table: string; from: string; to: string | null };
type Row = Record<string, string | number | Buffer>;

/** Names of all tables, the list of migrations left out. */
export const tablesOf = (sqlite: Sqlite): string[] =>
  sqlite
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'migration' order by name",
    )
    .pluck()
    .all() as string[];

/** A value that a column takes: the first of those its check allows, else one of its type. */
const sampleOf = ({ name, type }: Column, sql: string): string | number | Buffer => {
  const allowed = new RegExp(`\\b${name} in \\('([^']*)'`).exec(sql)?.[1];
  if (allowed !== undefined) return allowed;
  if (/int/i.test(type)) return 1;
  if (/real/i.test(type)) return 1.5;
  return /blob/i.test(type) ? Buffer.from([1, 2, 3]) : 'sample';
};

/**
 * One row in every table that there is, parents first, with a value in every column; what each table then holds.
 * @throws Error for a table whose checks or references these values do not meet: then it has to be added here by hand.
 */
export const addSampleRows = (sqlite: Sqlite): Record<string, unknown[]> => {
  const made = new Map<string, Row>();
  const add = (table: string): Row => {
    const known = made.get(table);
    if (known) return known;
    const sql = String(sqlite.prepare('select sql from sqlite_master where name = ?').pluck().get(table));
    const row: Row = {};
    for (const column of sqlite.pragma(`table_info(${table})`) as Column[]) row[column.name] = sampleOf(column, sql);
    made.set(table, row);
    for (const { table: parent, from, to } of sqlite.pragma(`foreign_key_list(${table})`) as Reference[]) {
      const value = parent === table ? undefined : add(parent)[to ?? from];
      if (value !== undefined) row[from] = value;
    }
    const names = Object.keys(row);
    sqlite.prepare(`insert into ${table} (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})`).run(row);
    return row;
  };
  for (const table of tablesOf(sqlite)) add(table);
  return rowsOf(sqlite, [...made.keys()]);
};

/** All rows of these tables. */
export const rowsOf = (sqlite: Sqlite, tables: readonly string[]): Record<string, unknown[]> =>
  Object.fromEntries(tables.map((table) => [table, sqlite.prepare(`select * from ${table}`).all()]));
