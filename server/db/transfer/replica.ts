import type { Statement } from 'better-sqlite3';
import type { Clock } from '../../core/clock.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import type { StoredDay } from './storedDays.ts';

/** A value of a document's row as SQLite takes it. */
type Cell = string | number | null | Buffer;
const cellOf = (value: unknown): Cell => {
  if (typeof value === 'object' && value !== null && 'bytes' in value) return Buffer.from(String(value.bytes), 'base64');
  return typeof value === 'string' || typeof value === 'number' ? value : null;
};

/**
 * Writes rows that came as documents, and closed days, into a database in the plant's own format: a copy that answers questions and can
 * be made again at any time, so that nothing of it is written with care for a power cut. The file is made where it is missing.
 */
export const openReplica = (path: string, clock: Clock) => {
  const { sqlite } = openDatabase(path);
  migrate(sqlite, clock);
  sqlite.pragma('synchronous=off');
  // people and other rows that were not shared may be pointed at
  sqlite.pragma('foreign_keys=off');
  const puts = new Map<string, { columns: readonly string[]; put: Statement }>();
  const tableOf = (name: string) => {
    const known = puts.get(name);
    if (known) return known;
    const columns = (sqlite.pragma(`table_info("${name}")`) as { name: string }[]).map((column) => column.name);
    if (columns.length === 0) return undefined;
    const marks = columns.map((column) => `@${column}`).join(', ');
    const put = sqlite.prepare(`insert or replace into "${name}" (${columns.join(', ')}) values (${marks})`);
    puts.set(name, { columns, put });
    return { columns, put };
  };
  const seriesIds = new Map(
    (sqlite.prepare('select uid, id from series').all() as { uid: string; id: number }[]).map(({ uid, id }) => [uid, id]),
  );
  const putDay = sqlite.prepare(
    `insert or replace into reading_day (series_id, day, first_slot, slots, packed, revision) values (?, ?, ?, ?, ?, ?)`,
  );
  const putTotal = sqlite.prepare(
    `insert or replace into day_total (series_id, day, revision, sum, min, max, avg, last, expected, complete, estimated,
       counter_open, counter_close) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  sqlite.exec('begin');
  return {
    /** Before all rows of a table that has changed are put anew: some may be gone. */
    clear: (name: string): void => {
      if (tableOf(name)) sqlite.exec(`delete from "${name}"`);
    },
    /** A row of a table; of a table that this version does not have it is left out. */
    putRow: (name: string, row: Record<string, unknown>): void => {
      const table = tableOf(name);
      if (!table) return;
      table.put.run(Object.fromEntries(table.columns.map((column) => [column, cellOf(row[column])])));
      if (name === 'series') seriesIds.set(String(row.uid), Number(row.id));
    },
    /** A closed day, of a series that was put before. */
    putDay: (uid: string, one: Omit<StoredDay, 'hash'>): void => {
      const id = seriesIds.get(uid);
      if (id === undefined) return;
      const { day, revision, sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose } = one;
      putTotal.run(id, day, revision, sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose);
      if (one.packed) putDay.run(id, day, one.firstSlot, one.slots, one.packed, revision);
    },
    finish: (): void => {
      sqlite.exec('commit');
      sqlite.close();
    },
    abandon: (): void => {
      if (sqlite.open) sqlite.close();
    },
  };
};
