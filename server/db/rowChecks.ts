import { crc32 } from 'node:zlib';
import type { Statement } from 'better-sqlite3';
import { canonicalJson } from '../core/bytes/canonicalJson.ts';
import { entryHash, NO_HASH } from '../core/bytes/entryHash.ts';
import type { Sqlite } from './open.ts';

/** Tables whose rows carry a checksum or a hash of their own, or are one. */
const OWN: ReadonlySet<string> = new Set([
  'reading_open',
  'reading_running',
  'reading_day',
  'day_total',
  'audit',
  'entry',
  'row_checksum',
]);
/** Tables whose every change becomes an entry of a chained stream, by the stream's name. */
const STREAMS: ReadonlyMap<string, string> = new Map([
  ['alarm_step', 'alarms'],
  ['plc_command', 'commands'],
  ['counter_event', 'counterEvents'],
]);
export const streamNames: readonly string[] = [...STREAMS.values()];
/** The name under which `row_checksum` has the tables themselves. */
export const SCHEMA_NAME = 'sqlite_schema';

/** A CRC-32 is never negative. */
const NO_CHECKSUM = -1;

export type CheckedTable = { name: string; keys: readonly string[]; select: string };
type Column = { name: string; pk: number };

/** The tables whose rows have a checksum in `row_checksum`. */
export const checkedTables = (sqlite: Sqlite): CheckedTable[] =>
  (
    sqlite
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
      .pluck()
      .all() as string[]
  )
    .filter((name) => !OWN.has(name))
    .map((name) => {
      const columns = sqlite.pragma(`table_info("${name}")`) as Column[];
      const primary = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
      const keys = primary.length > 0 ? primary.map((column) => column.name) : ['rowid'];
      return { name, keys, select: columns.map((column) => `"${column.name}"`).join(', ') };
    });

export type Cells = readonly (string | number | bigint | Buffer | null)[];

/** CRC-32 of the JSON array of a row's values; bytes are written as `{"bytes":"<base64>"}`. */
export const rowChecksum = (row: Cells): number =>
  crc32(JSON.stringify(row.map((cell) => (Buffer.isBuffer(cell) ? { bytes: cell.toString('base64') } : cell))));

/** SQL of a row's key as `row_checksum` has it. */
export const keyOf = (keys: readonly string[], of = ''): string => `json_array(${keys.map((key) => `${of}"${key}"`).join(', ')})`;

/** What a chained entry says: the row as it is after a change, null once it is gone. */
export type EntryBody = { table: string; key: unknown; row: Record<string, unknown> | null };

/** Rows of sqlite_schema: what the tables are. */
export const schemaRows = (sqlite: Sqlite): { key: string; checksum: number }[] =>
  (
    sqlite.prepare('select type, name, sql from sqlite_schema where sql is not null order by 1, 2').raw(true).all() as string[][]
  ).map((row) => ({ key: JSON.stringify(row.slice(0, 2)), checksum: rowChecksum(row) }));

const trigger = ({ name, keys }: CheckedTable, event: string, ofs: readonly string[]): string =>
  `create temp trigger "checked_${name}_${event}" after ${event} on main."${name}" begin ${ofs
    .map((of) => `insert into changed_row (name, key) values ('${name}', ${keyOf(keys, of)});`)
    .join(' ')} end`;

type Changed = { name: string; key: string };

/**
 * Keeps the checksum of every changed row, and the chained streams, within the transaction that changes it. Which rows changed is
 * noted by triggers of this connection alone, so that the file can be read and mended with any tool.
 */
export class RowChecks {
  readonly #sqlite: Sqlite;
  readonly #rows = new Map<string, { row: Statement; stream: string | undefined; columns: string[] }>();
  readonly #statements: ReturnType<typeof prepare>;

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
    sqlite.pragma('temp_store = memory');
    // rows that a replacing insert removes count as removed
    sqlite.pragma('recursive_triggers = 1');
    sqlite.exec('create temp table changed_row (name text not null, key text not null)');
    for (const table of checkedTables(sqlite)) {
      const { name, keys, select } = table;
      sqlite.exec(
        [trigger(table, 'insert', ['new.']), trigger(table, 'update', ['old.', 'new.']), trigger(table, 'delete', ['old.'])].join(
          ';',
        ),
      );
      const where = keys.map((key, at) => `"${key}" is json_extract(@key, '$[${at}]')`).join(' and ');
      const row = sqlite.prepare(`select ${select} from main."${name}" where ${where}`).raw(true);
      this.#rows.set(name, { row, stream: STREAMS.get(name), columns: row.columns().map((column) => column.name) });
    }
    this.#statements = prepare(sqlite);
  }

  /** The last step of a transaction. */
  settle(nowMs: number): void {
    const { changed, forget, put, drop } = this.#statements;
    const rows = changed.all() as Changed[];
    if (rows.length === 0) return;
    for (const { name, key } of rows) {
      const table = this.#rows.get(name);
      const row = table?.row.get({ key }) as Cells | undefined;
      if (row) put.run(name, key, rowChecksum(row));
      else drop.run(name, key);
      if (table?.stream)
        this.#append(table.stream, nowMs, { table: name, key: JSON.parse(key), row: row ? named(table.columns, row) : null });
    }
    forget.run();
  }

  #append(stream: string, nowMs: number, body: EntryBody): void {
    const last = this.#statements.lastEntry.get(stream) as { seq: number; hash: Buffer } | undefined;
    const [seq, text] = [(last?.seq ?? 0) + 1, canonicalJson(body)];
    this.#statements.addEntry.run(stream, seq, nowMs, text, entryHash(last?.hash ?? NO_HASH, seq, nowMs, text));
  }

  /**
   * Gives every row its checksum: of a plant from before there were any, and after its tables changed.
   * @param damaged rows that were not what had been stored before that: they get one that no row has, so that they stay damaged.
   */
  sealAll(nowMs: number, damaged: readonly { name: string; key: string }[] = []): void {
    const { put, lastEntry } = this.#statements;
    const sqlite = this.#sqlite;
    sqlite
      .transaction(() => {
        sqlite.exec('delete from row_checksum; delete from changed_row');
        for (const { name, keys, select } of checkedTables(sqlite)) {
          const stream = STREAMS.get(name);
          const isNew = stream !== undefined && lastEntry.get(stream) === undefined;
          const columns = this.#rows.get(name)?.columns ?? [];
          const order = keys.map((key) => `"${key}"`).join(', ');
          const all = sqlite.prepare(`select ${keyOf(keys)}, ${select} from "${name}" order by ${order}`).raw(true);
          for (const [key, ...row] of all.all() as [string, ...Cells][]) {
            put.run(name, key, rowChecksum(row));
            if (stream && isNew) this.#append(stream, nowMs, { table: name, key: JSON.parse(key), row: named(columns, row) });
          }
        }
        for (const { key, checksum } of schemaRows(sqlite)) put.run(SCHEMA_NAME, key, checksum);
        for (const { name, key } of damaged) if (name === SCHEMA_NAME || this.#rows.has(name)) put.run(name, key, NO_CHECKSUM);
      })
      .immediate();
  }

  /** Whether rows have had their checksums yet. */
  get isSealed(): boolean {
    return this.#sqlite.prepare('select 1 from row_checksum where name = ? limit 1').get(SCHEMA_NAME) !== undefined;
  }
}

const named = (columns: readonly string[], row: Cells): Record<string, unknown> =>
  Object.fromEntries(
    columns.map((column, at) => [column, Buffer.isBuffer(row[at]) ? row[at].toString('base64') : (row[at] ?? null)]),
  );

const prepare = (sqlite: Sqlite) => ({
  changed: sqlite.prepare('select distinct name, key from temp.changed_row'),
  forget: sqlite.prepare('delete from temp.changed_row'),
  put: sqlite.prepare('insert or replace into row_checksum (name, key, checksum) values (?, ?, ?)'),
  drop: sqlite.prepare('delete from row_checksum where name = ? and key = ?'),
  lastEntry: sqlite.prepare('select seq, hash from entry where stream = ? order by seq desc limit 1'),
  addEntry: sqlite.prepare('insert into entry (stream, seq, at, body, hash) values (?, ?, ?, ?, ?)'),
});
