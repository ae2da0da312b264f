import type { Statement } from 'better-sqlite3';
import type { Writer, WriteStatement, WriteTx } from '../../../db/writer.ts';
import type { AlertCategory } from '../model.ts';
import type { ConditionState } from './machine.ts';

/** One key of an industry with its state. */
export type KeyRecord = { key: string; unitId: string; category: AlertCategory; state: ConditionState };

/** States of keys and how far an industry was evaluated; writes are part of the caller's transaction. */
export class AlarmStateStore {
  readonly #writer: Writer;
  readonly #put: WriteStatement;
  readonly #remove: WriteStatement;
  readonly #all: Statement<[string], { key: string; unit_id: string; category: AlertCategory; state: string }>;
  readonly #progress: Statement<[string], { slot: number }>;
  readonly #setProgress: WriteStatement;

  constructor(writer: Writer) {
    this.#writer = writer;
    this.#put = writer.prepare(
      'insert or replace into alarm_key (industry_id, key, unit_id, category, state) values (?, ?, ?, ?, ?)',
    );
    this.#remove = writer.prepare('delete from alarm_key where industry_id = ? and key = ?');
    this.#all = writer.select('select key, unit_id, category, state from alarm_key where industry_id = ?');
    this.#progress = writer.select('select slot from alarm_progress where industry_id = ?');
    this.#setProgress = writer.prepare('insert or replace into alarm_progress (industry_id, slot) values (?, ?)');
  }

  /** Runs all writes of an evaluated slot as one; nothing of it is kept when it throws. */
  transaction<T>(write: (tx: WriteTx) => T): T {
    return this.#writer.runReserved(write);
  }

  all(industryId: string): KeyRecord[] {
    return this.#all.all(industryId).map(({ key, unit_id, category, state }) => ({
      key,
      unitId: unit_id,
      category,
      state: JSON.parse(state) as ConditionState,
    }));
  }

  put(tx: WriteTx, industryId: string, { key, unitId, category, state }: KeyRecord): void {
    this.#put.run(tx, industryId, key, unitId, category, JSON.stringify(state));
  }

  remove(tx: WriteTx, industryId: string, key: string): void {
    this.#remove.run(tx, industryId, key);
  }

  progress(industryId: string): number | undefined {
    return this.#progress.get(industryId)?.slot;
  }

  setProgress(tx: WriteTx, industryId: string, slot: number): void {
    this.#setProgress.run(tx, industryId, slot);
  }
}
