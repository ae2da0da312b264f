import Database, { type Statement } from 'better-sqlite3';
import type { Sqlite } from '../db/open.ts';

export const diskFaults = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC'] as const;
export type DiskFault = (typeof diskFaults)[number];

const methods = ['run', 'all', 'get'] as const;
type Method = (this: Statement, ...values: unknown[]) => unknown;

/** Counts the statements of one connection that write, commits among them, and fails the one that the count falls on as SQLite would. */
export class FailingStatements {
  readonly #prototype = Object.getPrototypeOf(new Database(':memory:').prepare('select 1')) as Record<string, Method>;
  readonly #real = new Map<string, Method>();
  #watched: Sqlite | undefined;
  #countdown = 0;
  #fault: DiskFault = 'SQLITE_FULL';
  /** The statement that failed; empty where the count has not come to one. */
  struck = '';

  constructor() {
    for (const name of methods) {
      const real = this.#prototype[name];
      if (!real) throw new Error(`statements have no ${name}`);
      this.#real.set(name, real);
      const strike = (statement: Statement): void => this.#strike(statement);
      this.#prototype[name] = function (...values) {
        strike(this);
        return real.apply(this, values);
      };
    }
  }

  /** @param at the write that fails, from 1; 0 for none. */
  arm(watched: Sqlite, fault: DiskFault, at: number): void {
    this.#watched = watched;
    this.#fault = fault;
    this.#countdown = at;
    this.struck = '';
  }

  disarm(): void {
    this.#countdown = 0;
  }

  restore(): void {
    for (const [name, method] of this.#real) this.#prototype[name] = method;
  }

  #strike({ readonly, database, source }: Statement): void {
    const isWriting = !readonly && database === this.#watched && !/^(begin|rollback|pragma)/i.test(source);
    if (!isWriting || this.#countdown === 0) return;
    this.#countdown -= 1;
    if (this.#countdown > 0) return;
    this.struck = source;
    // SQLite itself rolls back where the disk is full
    if (this.#fault === 'SQLITE_FULL' && database.inTransaction) database.exec('rollback');
    throw new Database.SqliteError(this.#fault === 'SQLITE_FULL' ? 'database or disk is full' : 'disk I/O error', this.#fault);
  }
}
