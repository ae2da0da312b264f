import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../open.ts';

/** A value of a document's row as SQLite takes it. */
type Cell = string | number | null | Buffer;
const cellOf = (value: unknown): Cell => {
  if (typeof value === 'object' && value !== null && 'bytes' in value) return Buffer.from(String(value.bytes), 'base64');
  return typeof value === 'string' || typeof value === 'number' ? value : null;
};

/**
 * Writes rows that came as documents into the tables of their names; of a table that this version does not have they are left out, and
 * columns that the sender did not have yet take their defaults.
 */
export const createRowPutting = (sqlite: Sqlite) => {
  const tables = new Map<string, readonly string[]>();
  const puts = new Map<string, Statement>();
  const columnsOf = (name: string): readonly string[] => {
    const known = tables.get(name);
    if (known) return known;
    const columns = (sqlite.pragma(`table_info("${name}")`) as { name: string }[]).map((column) => column.name);
    tables.set(name, columns);
    return columns;
  };
  const putOf = (name: string, columns: readonly string[]): Statement => {
    const key = `${name} ${columns.join(' ')}`;
    const known = puts.get(key);
    if (known) return known;
    const marks = columns.map((column) => `@${column}`).join(', ');
    const put = sqlite.prepare(`insert or replace into "${name}" (${columns.join(', ')}) values (${marks})`);
    puts.set(key, put);
    return put;
  };
  return {
    clear: (name: string): void => {
      if (columnsOf(name).length > 0) sqlite.exec(`delete from "${name}"`);
    },
    put: (name: string, row: Record<string, unknown>): void => {
      const columns = columnsOf(name).filter((column) => column in row);
      if (columns.length === 0) return;
      putOf(name, columns).run(Object.fromEntries(columns.map((column) => [column, cellOf(row[column])])));
    },
  };
};
