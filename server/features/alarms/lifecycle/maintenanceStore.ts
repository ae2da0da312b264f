import type { Statement } from 'better-sqlite3';
import type { Writer, WriteStatement, WriteTx } from '../../../db/writer.ts';

/** Maintenance of a unit for a time. */
export type Maintenance = { unitId: string; fromMs: number; untilMs: number; reason: string; userId: string };

/** Declared work at units; writes are part of the caller's transaction. */
export class MaintenanceStore {
  readonly #put: WriteStatement;
  readonly #since: Statement<[string, number], Maintenance>;

  constructor(writer: Writer) {
    this.#put = writer.prepare(
      `insert or replace into unit_maintenance (industry_id, unit_id, from_at, until_at, reason, user_id)
       values (@industryId, @unitId, @fromMs, @untilMs, @reason, @userId)`,
    );
    this.#since = writer.select(
      `select unit_id as unitId, from_at as fromMs, until_at as untilMs, reason, user_id as userId
       from unit_maintenance where industry_id = ? and until_at > ? order by from_at, unit_id`,
    );
  }

  put(tx: WriteTx, industryId: string, work: Maintenance): void {
    this.#put.run(tx, { industryId, ...work });
  }

  /** That ended after a time, or has not yet; oldest first. */
  since(industryId: string, ms: number): Maintenance[] {
    return this.#since.all(industryId, ms);
  }
}
