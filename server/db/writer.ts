import type { Database, RunResult, Statement } from 'better-sqlite3';
import {
  type Compilable,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { Failure } from '../core/fail.ts';
import { databaseCode } from './diskFaults.ts';
import type { DiskRoom } from './diskRoom.ts';
import { withKeptStatements } from './keptStatements.ts';
import { BUSY_TIMEOUT_MS } from './open.ts';
import type { Schema } from './schema.ts';
import { isDamageError } from './transfer/findDamage.ts';

/** Selects only: nothing is written but inside a transaction. */
export type ReadQueries = Pick<Kysely<Schema>, 'selectFrom'>;
type Queries = Pick<Kysely<Schema>, 'selectFrom' | 'insertInto' | 'replaceInto' | 'updateTable' | 'deleteFrom'>;

class NoDriver extends DummyDriver {
  override acquireConnection(): Promise<never> {
    return Promise.reject(new Failure('server', 'a query of a transaction is run by the transaction'));
  }
}

/** Builds SQL and runs none: a query is carried out by the transaction it is given to. */
const queries: Queries = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new NoDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** The open transaction. Every write takes it as an argument, and only `Writer.run` creates one. */
export class WriteTx {
  readonly query: Queries = queries;
  readonly #sqlite: Database;
  #isOpen = true;

  constructor(sqlite: Database) {
    this.#sqlite = sqlite;
  }

  /** @throws Failure `server` when the transaction has ended. */
  assertOpen(sqlite: Database): void {
    if (!this.#isOpen || sqlite !== this.#sqlite) throw new Failure('server', 'this transaction is not open');
  }

  run(query: Compilable): RunResult {
    const { sql, parameters } = query.compile();
    this.assertOpen(this.#sqlite);
    return this.#sqlite.prepare(sql).run(...parameters);
  }

  /** Rows of a select, or of a change with `returning`. */
  all<Row>(query: Compilable<Row>): Row[] {
    const { sql, parameters } = query.compile();
    this.assertOpen(this.#sqlite);
    return this.#sqlite.prepare(sql).all(...parameters) as Row[];
  }

  first<Row>(query: Compilable<Row>): Row | undefined {
    return this.all(query)[0];
  }

  end(): void {
    this.#isOpen = false;
  }
}

/** A statement that writes, compiled once; it runs in a transaction only. */
export class WriteStatement {
  readonly #sqlite: Database;
  readonly #statement: Statement;

  constructor(sqlite: Database, sql: string) {
    this.#sqlite = sqlite;
    this.#statement = sqlite.prepare(sql);
  }

  run(tx: WriteTx, ...values: unknown[]): RunResult {
    tx.assertOpen(this.#sqlite);
    return this.#statement.run(...values);
  }
}

type WriterParts = { settle?: () => void; room?: DiskRoom };

const isFullDisk = (error: unknown): boolean => databaseCode(error) === 'SQLITE_FULL';

const connections = new WeakMap<Writer, Database>();

/** The connection below a writer, for tests that inspect or damage tables; production code outside `db` may not import it. */
export const rawConnectionOf = (writer: Writer): Database => {
  const sqlite = connections.get(writer);
  if (!sqlite) throw new Failure('server', 'this writer has no connection');
  return sqlite;
};

/**
 * The one way to write. A transaction begins and ends within one call, so that none is ever open while other code runs:
 * transactions follow one another in the order of their calls. See docs/decisions/one-writer.md.
 */
export class Writer {
  /** Reads what is committed, on the connection that writes. */
  readonly reading: ReadQueries;
  readonly #sqlite: Database;
  readonly #begin: Statement;
  readonly #commit: Statement;
  readonly #rollback: Statement;
  readonly #written: readonly Statement<[], number>[];
  readonly #settle: (() => void) | undefined;
  readonly #room: DiskRoom | undefined;
  readonly #beforeCommit: ((tx: WriteTx) => void)[] = [];
  #onDamage: () => void = () => undefined;
  #commits = 0;

  /** @param parts.settle the very last step of every transaction, after those of `beforeCommit`. */
  constructor(sqlite: Database, { settle, room }: WriterParts = {}) {
    this.#sqlite = sqlite;
    this.#settle = settle;
    this.#room = room;
    this.reading = new Kysely<Schema>({ dialect: new SqliteDialect({ database: withKeptStatements(sqlite) }) });
    this.#begin = sqlite.prepare('begin immediate');
    this.#commit = sqlite.prepare('commit');
    this.#rollback = sqlite.prepare('rollback');
    this.#written = [
      sqlite.prepare<[], number>('pragma data_version').pluck(),
      sqlite.prepare<[], number>('select total_changes()').pluck(),
    ];
    connections.set(this, sqlite);
  }

  /**
   * Durable when it returns; nothing of it is kept when it throws.
   * @param work synchronous: with a promise nothing is written.
   * @throws Failure `server` inside another transaction; `unavailable` once closed; whatever the work or SQLite throws.
   */
  run<T>(work: (tx: WriteTx) => T): T {
    this.#room?.assertRoom();
    return this.#noticing(work);
  }

  /**
   * As `run`, for what must be written on a full disk too: the log is used again from its beginning where that is possible, or some of the
   * reserve is given up for it. The work is done again where there was no room for it.
   */
  runReserved<T>(work: (tx: WriteTx) => T): T {
    for (const makeRoom of [() => this.#emptyLog(), () => this.#room?.release() ?? false, () => this.#room?.release() ?? false])
      try {
        return this.#noticing(work);
      } catch (error) {
        if (!isFullDisk(error) || !makeRoom()) throw error;
      }
    return this.#noticing(work);
  }

  /** Moves the log into the database, so that the next transaction needs no more of the disk than the log has. @returns true. */
  #emptyLog(): boolean {
    try {
      this.checkpoint('PASSIVE');
    } catch {
      // the database cannot grow either: the reserve has to do
    }
    return true;
  }

  #noticing<T>(work: (tx: WriteTx) => T): T {
    try {
      const done = this.#transact(work, this.#beforeCommit);
      this.#room?.noteFailing(false);
      return done;
    } catch (error) {
      if (isFullDisk(error)) this.#room?.noteFull();
      if (isDamageError(error)) this.#onDamage();
      if (databaseCode(error).startsWith('SQLITE_IOERR')) this.#room?.noteFailing(true);
      throw error;
    }
  }

  /** As `run`, for rows of temporary tables: nothing is written with it. */
  gather(work: (tx: WriteTx) => void): void {
    this.#transact(work, []);
  }

  #transact<T>(work: (tx: WriteTx) => T, withIt: readonly ((tx: WriteTx) => void)[]): T {
    if (!this.#sqlite.open) throw new Failure('unavailable', 'the database is closed');
    if (this.#sqlite.inTransaction) throw new Failure('server', 'a transaction is open already');
    const tx = new WriteTx(this.#sqlite);
    this.#begin.run();
    try {
      const result = work(tx);
      if (result instanceof Promise) {
        result.catch(() => undefined);
        throw new Failure('server', 'a transaction may not wait for anything');
      }
      for (const add of withIt) add(tx);
      this.#settle?.();
      this.#commit.run();
      this.#commits += 1;
      return result;
    } finally {
      tx.end();
      // SQLite itself has rolled back where the disk was full
      if (this.#sqlite.inTransaction) this.#rollback.run();
    }
  }

  /** Writes with every transaction, as its last step; what it throws undoes the transaction. */
  beforeCommit(add: (tx: WriteTx) => void): void {
    this.#beforeCommit.push(add);
  }

  /** @param listener is called when a transaction meets bytes that cannot be a database. */
  onDamage(listener: () => void): void {
    this.#onDamage = listener;
  }

  /** Compiles a statement that changes rows. */
  prepare(sql: string): WriteStatement {
    return new WriteStatement(this.#sqlite, sql);
  }

  /** Compiles a select, which inside a transaction sees what was written there. @throws Failure `server` for any other statement. */
  select<Values extends unknown[] | object, Row>(sql: string): Statement<Values extends unknown[] ? Values : [Values], Row> {
    const statement = this.#sqlite.prepare<Values extends unknown[] ? Values : [Values], Row>(sql);
    if (!statement.readonly) throw new Failure('server', 'only selects may run outside a transaction');
    return statement as Statement<Values extends unknown[] ? Values : [Values], Row>;
  }

  /** Creates a table that is gone with the connection, for rows gathered before they are written. */
  temporary(sql: `create temp table ${string}`): void {
    this.#sqlite.exec(sql);
  }

  /** Off: faster, and what is written may be lost with the power, until it is turned on and the log is moved. */
  setDurable(isDurable: boolean): void {
    this.#sqlite.pragma(`synchronous=${isDurable ? 'full' : 'off'}`);
  }

  /** Moves pages from the write-ahead log into the database. */
  checkpoint(mode: 'PASSIVE' | 'TRUNCATE'): void {
    this.#sqlite.pragma(`wal_checkpoint(${mode})`);
  }

  /** A number in the header of the database, for whoever compares files. */
  get stamp(): number {
    return Number(this.#sqlite.pragma('user_version', { simple: true }));
  }

  set stamp(value: number) {
    this.#sqlite.pragma(`user_version=${value}`);
  }

  /** Another text after each change of the database: by this connection, by another one, or by another process. */
  state(): string {
    return this.#written.map((statement) => statement.get()).join(' ');
  }

  /** Transactions since it was opened. */
  get commits(): number {
    return this.#commits;
  }

  /** Pages of the log that are not in the database yet. */
  waitingPages(): number {
    const [state] = this.#sqlite.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
    return state ? Math.max(0, state.log - state.checkpointed) : 0;
  }

  /** Moves all of the write-ahead log and cuts it to nothing, where nobody else reads just now; does not wait for that. */
  shortenLog(): void {
    this.#sqlite.pragma('busy_timeout=0');
    try {
      this.#sqlite.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      this.#sqlite.pragma(`busy_timeout=${BUSY_TIMEOUT_MS}`);
    }
  }

  /** On a connection that only reads: every transaction fails. */
  get isReadOnly(): boolean {
    return this.#sqlite.readonly;
  }

  get isOpen(): boolean {
    return this.#sqlite.open;
  }

  close(): void {
    this.#sqlite.close();
  }
}
