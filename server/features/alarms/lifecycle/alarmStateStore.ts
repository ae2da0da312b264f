import type { Database, Statement } from 'better-sqlite3';
import type { AlertCategory } from '../model.ts';
import type { AlarmState } from './machine.ts';

/** One key of an industry with its state. */
export type KeyRecord = { key: string; unitId: string; category: AlertCategory; state: AlarmState };

/** States of keys and how far an industry was judged; writes are part of the caller's transaction. */
export class AlarmStateStore {
  readonly #writer: Database;
  readonly #put: Statement;
  readonly #remove: Statement;
  readonly #all: Statement<[string], { key: string; unit_id: string; category: AlertCategory; state: string }>;
  readonly #progress: Statement<[string], { slot: number }>;
  readonly #setProgress: Statement;

  constructor(writer: Database) {
    this.#writer = writer;
    this.#put = writer.prepare(
      'insert or replace into alarm_key (industry_id, key, unit_id, category, state) values (?, ?, ?, ?, ?)',
    );
    this.#remove = writer.prepare('delete from alarm_key where industry_id = ? and key = ?');
    this.#all = writer.prepare('select key, unit_id, category, state from alarm_key where industry_id = ?');
    this.#progress = writer.prepare('select slot from alarm_progress where industry_id = ?');
    this.#setProgress = writer.prepare('insert or replace into alarm_progress (industry_id, slot) values (?, ?)');
  }

  /** A transaction of somebody else is open on the writing connection. */
  get isBusy(): boolean {
    return this.#writer.inTransaction;
  }

  /** Runs all writes of a judged slot as one; nothing of it is kept when it throws. */
  together<T>(write: () => T): T {
    return this.#writer.transaction(write).immediate();
  }

  all(industryId: string): KeyRecord[] {
    return this.#all
      .all(industryId)
      .map(({ key, unit_id, category, state }) => ({ key, unitId: unit_id, category, state: JSON.parse(state) as AlarmState }));
  }

  put(industryId: string, { key, unitId, category, state }: KeyRecord): void {
    this.#put.run(industryId, key, unitId, category, JSON.stringify(state));
  }

  remove(industryId: string, key: string): void {
    this.#remove.run(industryId, key);
  }

  progress(industryId: string): number | undefined {
    return this.#progress.get(industryId)?.slot;
  }

  setProgress(industryId: string, slot: number): void {
    this.#setProgress.run(industryId, slot);
  }
}
