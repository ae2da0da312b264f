import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { Failure, messageOf } from '../../core/fail.ts';
import { isNoRoom } from '../diskFaults.ts';
import { bytesBeyondLeft } from '../diskRoom.ts';
import type { Sqlite } from '../open.ts';

/** Closed days travel as blocks, each once; everything else of the database is small. */
export const closedDayTables = ['reading_day', 'day_total'] as const;

const PAGE_SIZE = 8192;
type Named = { name: string; sql: string };

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const schemaOf = (source: Sqlite, types: string): Named[] =>
  source
    .prepare(
      `select name, sql from sqlite_schema where type in (${types}) and sql is not null and name not like 'sqlite_%' order by rowid`,
    )
    .all() as Named[];

/** A database that is written in one go beside a plant that measures ends for want of room before the disk is full. */
export const leaveRoom = (target: Sqlite, path: string): void => {
  const [has, size] = ['page_count', 'page_size'].map((name) => Number(target.pragma(name, { simple: true }))) as [
    number,
    number,
  ];
  target.pragma(`max_page_count=${Math.max(1, has + Math.floor(bytesBeyondLeft(dirname(path)) / size))}`);
};

/** A database file of its own, built in one go: it is synced as a whole once it is complete. */
const createFile = (path: string): Sqlite => {
  const target = new Database(path);
  target.pragma(`page_size=${PAGE_SIZE}`);
  target.pragma('journal_mode=off');
  target.pragma('synchronous=off');
  target.pragma('foreign_keys=off');
  leaveRoom(target, path);
  return target;
};

/** Rows of one table into the same table of another database. @returns how many. */
const copyTable = (source: Sqlite, target: Sqlite, name: string): number => {
  const rows = source.prepare(`select * from ${quoted(name)}`);
  const places = rows.columns().map(() => '?');
  const insert = target.prepare(`insert into ${quoted(name)} values (${places.join(', ')})`);
  let count = 0;
  // a column without a type would have 3.0 of a 3, and a large number would be rounded
  for (const row of rows.safeIntegers().raw(true).iterate() as IterableIterator<unknown[]>) {
    insert.run(...row);
    count += 1;
  }
  return count;
};

const copySequences = (source: Sqlite, target: Sqlite): void => {
  if (!source.prepare("select 1 from sqlite_schema where name = 'sqlite_sequence'").get()) return;
  target.exec('delete from sqlite_sequence');
  copyTable(source, target, 'sqlite_sequence');
};

/**
 * Copies a database without its closed days into a new file, as it is at this moment: call it inside a reading transaction.
 * @returns rows by table, without the closed days.
 */
export const copyWithoutDays = (source: Sqlite, path: string): Record<string, number> => {
  const target = createFile(path);
  // a row that a flipped bit made unlike the rules of its table is for the self-test to name, and no reason to make no backup
  target.pragma('ignore_check_constraints=on');
  try {
    const counts: Record<string, number> = {};
    target.exec('begin');
    for (const { name, sql } of schemaOf(source, "'table'")) {
      target.exec(sql);
      if (!closedDayTables.some((table) => table === name)) counts[name] = copyTable(source, target, name);
    }
    copySequences(source, target);
    for (const { sql } of schemaOf(source, "'index', 'trigger', 'view'")) target.exec(sql);
    target.exec('commit');
    return counts;
  } catch (error) {
    if (!isNoRoom(error)) throw error;
    throw new Failure('storageFull', `the disk of ${dirname(path)} has no room for a copy of the database`, { cause: error });
  } finally {
    target.close();
  }
};

/** What a database file has against what was written into it. @throws Failure `unavailable` where it is not the same. */
export const checkDatabase = (path: string, wanted: Readonly<Record<string, number>>): void => {
  let sqlite: Sqlite | undefined;
  try {
    sqlite = new Database(path, { readonly: true });
    const found = sqlite.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw new Failure('unavailable', String(found));
    for (const [name, rows] of Object.entries(wanted)) {
      const there = sqlite
        .prepare(`select count(*) from ${quoted(name)}`)
        .pluck()
        .get();
      if (there !== rows) throw new Failure('unavailable', `${name} has ${there} rows and not ${rows}`);
    }
  } catch (error) {
    throw new Failure('unavailable', `the database in it is damaged: ${messageOf(error)}`, { cause: error });
  } finally {
    sqlite?.close();
  }
};

/** Closed days of single series that the database of a file holds. */
export const countDays = (path: string): number => {
  const sqlite = new Database(path, { readonly: true });
  try {
    return countRows(sqlite).reading_day ?? 0;
  } finally {
    sqlite.close();
  }
};

/** How many rows each table has. */
export const countRows = (sqlite: Sqlite): Record<string, number> =>
  Object.fromEntries(
    schemaOf(sqlite, "'table'").map(({ name }) => [
      name,
      sqlite
        .prepare(`select count(*) from ${quoted(name)}`)
        .pluck()
        .get() as number,
    ]),
  );
