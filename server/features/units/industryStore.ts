import { sql } from 'kysely';
import { Failure } from '../../core/fail.ts';
import { toJson } from '../../db/columns.ts';
import type { Writer } from '../../db/writer.ts';
import type { Industry, ShiftRule } from '../../plantModel/index.ts';

const shiftRow = (industryId: string, rule: ShiftRule) => ({
  industry_id: industryId,
  valid_from: rule.validFrom,
  timezone: rule.timezone,
  start_at: rule.startAt,
  end_at: rule.endAt,
  shift_name: rule.shiftName,
});

/** Industries and their shift rules. */
export class IndustryStore {
  readonly #db: Writer;

  constructor(db: Writer) {
    this.#db = db;
  }

  async create(industry: Omit<Industry, 'version' | 'disabled'>): Promise<void> {
    this.#db.run((tx) => {
      tx.run(
        tx.query.insertInto('industry').values({
          id: industry.id,
          name: industry.name,
          currency: industry.currency,
          joined_at: industry.joinedAtMs,
          meta: toJson(industry.meta),
        }),
      );
      for (const rule of industry.shifts) tx.run(tx.query.insertInto('industry_shift').values(shiftRow(industry.id, rule)));
    });
  }

  /** @throws Failure `conflict` while rows of other features belong to it. */
  async delete(industryId: string): Promise<void> {
    try {
      this.#db.run((tx) => {
        tx.run(tx.query.deleteFrom('industry_shift').where('industry_id', '=', industryId));
        tx.run(tx.query.deleteFrom('industry').where('id', '=', industryId));
      });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY')
        throw new Failure('conflict', 'the industry still has users or lines', { cause: error });
      throw error;
    }
  }

  /** Replaces a rule of the same date. */
  async putShift(industryId: string, rule: ShiftRule): Promise<void> {
    this.#db.run((tx) => {
      tx.run(tx.query.replaceInto('industry_shift').values(shiftRow(industryId, rule)));
      tx.run(tx.query.updateTable('industry').set({ version: sql<number>`version + 1` }).where('id', '=', industryId));
    });
  }

  async putMeta(industryId: string, meta: Industry['meta']): Promise<void> {
    this.#db.run((tx) => {
      tx.run(
        tx.query
          .updateTable('industry')
          .set({ meta: toJson(meta), version: sql<number>`version + 1` })
          .where('id', '=', industryId),
      );
    });
  }
}
