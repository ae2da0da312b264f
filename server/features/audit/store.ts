import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../db/open.ts';
import type { Writer, WriteStatement, WriteTx } from '../../db/writer.ts';
import { type AuditRow, type ChainLink, continuesChain, hashOf, origin, textOf } from './chain.ts';

/** Which rows to read, newest first. */
export type RowFilter = {
  /** Epoch milliseconds, both inclusive. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  kind?: string | undefined;
  userId?: string | undefined;
  industryId?: string | undefined;
  outcome?: 'done' | 'refused' | undefined;
  subject?: string | undefined;
};

/** Place of a row in the order of reading. */
export type Place = { at: number; id: number };

const columns =
  'id, at, industry_id as industryId, user_id as userId, kind, outcome, count, ip, request_id as requestId, subject, before, after, prev_hash as prevHash, hash';
const conditions = {
  fromMs: 'at >= @fromMs',
  toMs: 'at <= @toMs',
  kind: 'kind = @kind',
  userId: 'user_id = @userId',
  industryId: 'industry_id = @industryId',
  outcome: 'outcome = @outcome',
  subject: 'subject = @subject',
} as const satisfies Record<keyof RowFilter, string>;

/** A row before it is put into the chain. */
export type Unlinked = Omit<AuditRow, 'id' | 'prevHash' | 'hash'>;

/** The audit table; rows are only ever added. */
export class AuditStore {
  readonly #writer: Writer;
  readonly #reader: Sqlite;
  readonly #head: Statement<[], ChainLink>;
  readonly #insert: WriteStatement;
  readonly #addPending: WriteStatement;
  readonly #dropPending: WriteStatement;
  readonly #pending: Statement<[], { id: string; row: string }>;
  readonly #isPending: Statement<[string], { id: string }>;
  readonly #walk: Statement<[number, number], AuditRow>;

  /** @param writer the connection that everything is written through; `reader` sees what is committed. */
  constructor(writer: Writer, reader: Sqlite) {
    this.#writer = writer;
    this.#reader = reader;
    this.#head = writer.select<[], ChainLink>('select id, hash from audit order by id desc limit 1');
    this.#insert = writer.prepare(
      `insert into audit (id, at, industry_id, user_id, kind, outcome, count, ip, request_id, subject, before, after, prev_hash, hash)
       values (@id, @at, @industryId, @userId, @kind, @outcome, @count, @ip, @requestId, @subject, @before, @after, @prevHash, @hash)`,
    );
    this.#addPending = writer.prepare('insert or ignore into audit_pending (id, entry) values (?, ?)');
    this.#dropPending = writer.prepare('delete from audit_pending where id = ?');
    this.#pending = writer.select('select id, entry as row from audit_pending order by rowid');
    this.#isPending = writer.select('select id from audit_pending where id = ?');
    this.#walk = reader.prepare<[number, number], AuditRow>(`select ${columns} from audit where id > ? order by id limit ?`);
  }

  /** Adds rows in their order: the chain's head is always what the table holds. */
  append(tx: WriteTx, rows: readonly Unlinked[]): void {
    let last = this.#head.get() ?? origin;
    for (const row of rows) {
      const linked = { ...row, id: last.id + 1, prevHash: last.hash };
      last = { id: linked.id, hash: hashOf(linked) };
      this.#insert.run(tx, { ...linked, hash: last.hash });
    }
  }

  transaction<T>(work: (tx: WriteTx) => T): T {
    return this.#writer.runReserved(work);
  }

  /** Notes that a change is being made, in the transaction that makes it; once, however many transactions it has. */
  addPending(tx: WriteTx, id: string, row: Unlinked): void {
    this.#addPending.run(tx, id, JSON.stringify(row));
  }

  /** Changes that were stored and whose entries were not yet. */
  pending(): { id: string; row: Unlinked }[] {
    return this.#pending.all().map(({ id, row }) => ({ id, row: JSON.parse(row) as Unlinked }));
  }

  isPending(id: string): boolean {
    return this.#isPending.get(id) !== undefined;
  }

  /** The entries of a change in place of the note that it was being made. */
  settle(id: string, rows: readonly Unlinked[]): void {
    this.#writer.runReserved((tx) => {
      this.#dropPending.run(tx, id);
      this.append(tx, rows);
    });
  }

  /** Has something written as the last step of every transaction. */
  beforeCommit(add: (tx: WriteTx) => void): void {
    this.#writer.beforeCommit(add);
  }

  /** Rows after an id, in the order of the chain. */
  walk(afterId: number, limit: number): AuditRow[] {
    return this.#walk.all(afterId, limit);
  }

  /** Highest id ever given. */
  lastGiven(): number {
    return Number(this.#reader.prepare("select seq from sqlite_sequence where name = 'audit'").pluck().get() ?? 0);
  }

  /** Rows that pass the filter, newest first, after a place. */
  page(filter: RowFilter, after: Place | undefined, limit: number): AuditRow[] {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined);
    const where: string[] = given.map(([name]) => conditions[name as keyof RowFilter]);
    if (after) where.push('(at, id) < (@at, @id)');
    return this.#reader
      .prepare<[object], AuditRow>(
        `select ${columns} from audit ${where.length > 0 ? `where ${where.join(' and ')}` : ''} order by at desc, id desc limit @limit`,
      )
      .all({ ...Object.fromEntries(given), ...after, limit });
  }
}

/**
 * Walks the whole chain at once, in a process that serves nobody.
 * @returns how many rows are whole, the first that is not, and the hash of the row at `seq`.
 */
export const auditWalk = (sqlite: Sqlite, seq = 0): { rows: number; firstBadId: number | null; hashAt: string | undefined } => {
  let last: ChainLink = origin;
  let hashAt: string | undefined;
  for (const row of sqlite.prepare(`select ${columns} from audit order by id`).iterate() as IterableIterator<AuditRow>) {
    if (!continuesChain(row, last)) return { rows: last.id, firstBadId: last.id + 1, hashAt };
    last = { id: row.id, hash: row.hash };
    if (row.id === seq) hashAt = row.hash;
  }
  const given = Number(sqlite.prepare("select seq from sqlite_sequence where name = 'audit'").pluck().get() ?? 0);
  return { rows: last.id, firstBadId: last.id < given ? last.id + 1 : null, hashAt };
};

/** Rows after an id as entries of a chained stream: each body is the text that its hash is of, and ends with the hash before. */
export const auditEntries = (
  sqlite: Sqlite,
  afterId: number,
  limit: number,
): { seq: number; at: number; body: string; hash: string }[] =>
  sqlite
    .prepare<[number, number], AuditRow>(`select ${columns} from audit where id > ? order by id limit ?`)
    .all(afterId, limit)
    .map((row) => ({ seq: row.id, at: row.at, body: textOf(row), hash: row.hash }));
