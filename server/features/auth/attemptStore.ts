import { DAY_MS } from '../../core/time.ts';
import type { Writer, WriteTx } from '../../db/writer.ts';

/** `seconds` long, at most `max` in it. */
export type TryWindow = { max: number; seconds: number };
export type TryKey = { scope: string; subject: string };

/** One that begins more than its length from now began before the clock was set back: it would close an account for as long. */
const isRunning = (startedMs: number, seconds: number, nowMs: number): boolean => Math.abs(nowMs - startedMs) < seconds * 1000;

/** Tries in fixed windows that start with their first one, kept over a restart. */
export class AttemptStore {
  readonly #db: Writer;

  constructor(db: Writer) {
    this.#db = db;
  }

  /**
   * Counts one try, unless a window is full.
   * @param hold restarts a window that this try fills, so that it stays full for its whole length.
   * @returns ms until the fullest window is over; 0 when the try was counted.
   */
  async take({ scope, subject }: TryKey, windows: readonly TryWindow[], nowMs: number, hold = false): Promise<number> {
    return this.#db.runReserved((tx) => {
      const rows = tx.all(tx.query.selectFrom('attempt').selectAll().where('scope', '=', scope).where('subject', '=', subject));
      const counts = windows.map(({ max, seconds }) => {
        const row = rows.find((one) => one.seconds === seconds && isRunning(one.started_at, seconds, nowMs));
        const startedMs = row?.started_at ?? nowMs;
        const used = row?.used ?? 0;
        return { max, seconds, startedMs, used, waitMs: used >= max ? startedMs + seconds * 1000 - nowMs : 0 };
      });
      const waitMs = Math.max(0, ...counts.map((count) => count.waitMs));
      if (waitMs > 0) return waitMs;
      for (const { max, seconds, startedMs, used } of counts) {
        const row = { scope, subject, seconds, started_at: hold && used + 1 >= max ? nowMs : startedMs, used: used + 1 };
        tx.run(
          tx.query
            .insertInto('attempt')
            .values(row)
            .onConflict((conflict) => conflict.doUpdateSet({ started_at: row.started_at, used: row.used })),
        );
      }
      return 0;
    });
  }

  /** Takes one try back, as it turned out well. */
  async giveBack({ scope, subject }: TryKey): Promise<void> {
    this.#db.runReserved((tx) => {
      tx.run(
        tx.query
          .updateTable('attempt')
          .set((column) => ({ used: column('used', '-', 1) }))
          .where('scope', '=', scope)
          .where('subject', '=', subject)
          .where('used', '>', 0),
      );
    });
  }

  async clear(key: TryKey): Promise<void> {
    this.#db.runReserved((tx) => this.clearWithin(tx, key));
  }

  clearWithin(tx: WriteTx, { scope, subject }: TryKey): void {
    tx.run(tx.query.deleteFrom('attempt').where('scope', '=', scope).where('subject', '=', subject));
  }

  /** Of a subject in every scope. @param subject its hash. */
  clearAllWithin(tx: WriteTx, subject: string): void {
    tx.run(tx.query.deleteFrom('attempt').where('subject', '=', subject));
  }

  async purge(nowMs: number): Promise<void> {
    this.#db.runReserved((tx) => {
      tx.run(tx.query.deleteFrom('attempt').where((column) => column('started_at', '<', column.val(nowMs - DAY_MS))));
    });
  }
}
