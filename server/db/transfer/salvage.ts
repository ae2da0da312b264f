import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { Failure, isFailure, messageOf } from '../../core/fail.ts';
import { isDiskFault, isNoRoom } from '../diskFaults.ts';
import type { Sqlite } from '../open.ts';

const HEADER_BYTES = 100;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A disk that takes no more is not a damaged row, or an empty plant would follow a whole one. @throws Failure for the new database. */
const written = <T>(write: () => T): T => {
  try {
    return write();
  } catch (error) {
    if (!isDiskFault(error)) throw error;
    const code = isNoRoom(error) ? 'storageFull' : 'unavailable';
    throw new Failure(code, `The new database could not be written: ${messageOf(error)}`, { cause: error });
  }
};

/** Rows of one table that can still be read: from its start up to the damage, and from its end back to it. */
const salvageTable = (source: Sqlite, target: Sqlite, name: string): number => {
  const key = (target.pragma(`table_info(${quoted(name)})`) as { name: string; pk: number }[])
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map((column) => `${quoted(column.name)} desc`);
  const orders = key.length > 0 ? ['', ` order by ${key.join(', ')}`] : [''];
  for (const order of orders) {
    try {
      const rows = source.prepare(`select * from ${quoted(name)}${order}`);
      const insert = target.prepare(
        `insert or ignore into ${quoted(name)} values (${rows
          .columns()
          .map(() => '?')
          .join(', ')})`,
      );
      for (const row of rows.raw(true).iterate() as IterableIterator<unknown[]>) {
        try {
          written(() => insert.run(...row));
        } catch (error) {
          if (isFailure(error)) throw error;
          // a row that its own table does not take is none
        }
      }
      break;
    } catch (error) {
      if (isFailure(error)) throw error;
      // the damage begins here: the other end may be whole
    }
  }
  return target
    .prepare(`select count(*) from ${quoted(name)}`)
    .pluck()
    .get() as number;
};

/** Gives a copy of a file whose header was overwritten that of a whole database with the same tables. */
export const mendHeader = (path: string, whole: string): void => {
  const header = Buffer.alloc(HEADER_BYTES);
  const from = openSync(whole, 'r');
  try {
    readSync(from, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(from);
  }
  // length, change counter and free list are worked out anew, and no log is looked for
  header.fill(0, 24, 40);
  header.fill(0, 92, HEADER_BYTES);
  header[18] = 1;
  header[19] = 1;
  const to = openSync(path, 'r+');
  try {
    writeSync(to, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(to);
  }
};

/** Where an entry of the list of tables is damaged the first statement says so; those after it know every other table. */
const openDespiteSchema = (source: Sqlite): void => {
  // the library's own guard ignores the next line
  source.unsafeMode(true);
  source.pragma('writable_schema=on');
  const look = (): unknown => source.prepare('select count(*) from sqlite_schema').get();
  try {
    look();
  } catch {
    look();
  }
};

/**
 * Takes out of a damaged database what can be read, but for some tables, into one that has its tables and no rows.
 * @returns rows by table, or why nothing can be read at all.
 * @throws Failure `storageFull` or `unavailable` where the new one cannot be written.
 */
export const salvage = (
  damaged: string,
  into: string,
  leaveOut: readonly string[],
): { rows: Record<string, number> } | { error: string } => {
  let source: Sqlite | undefined;
  const target = new Database(into);
  try {
    target.pragma('foreign_keys=off');
    source = new Database(damaged);
    openDespiteSchema(source);
    const tables = target
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name <> 'migration'")
      .pluck()
      .all() as string[];
    const triggers = target.prepare("select name, sql from sqlite_schema where type = 'trigger'").all() as {
      name: string;
      sql: string;
    }[];
    const rows: Record<string, number> = {};
    target.exec('begin');
    for (const { name } of triggers) target.exec(`drop trigger ${quoted(name)}`);
    for (const name of tables) if (!leaveOut.includes(name)) rows[name] = salvageTable(source, target, name);
    written(() => {
      for (const { sql } of triggers) target.exec(sql);
      target.exec('commit');
    });
    return { rows };
  } catch (error) {
    if (isFailure(error)) throw error;
    return { error: messageOf(error) };
  } finally {
    source?.close();
    target.close();
  }
};
