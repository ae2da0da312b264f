import type { Kysely } from 'kysely';
import { DAY_MS } from '../../../core/time.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Writer } from '../../../db/writer.ts';

/** Used tickets outlive their end by so much: a clock that was ahead for a while, or is now, must not make one new. */
const KEPT_MS = 400 * DAY_MS;

/** Whose summary covers what, what is pinned, and which tickets were used. */
export class ExecutiveStore {
  readonly #writer: Writer;
  readonly #reader: Kysely<Schema>;

  constructor(writer: Writer, reader: Kysely<Schema>) {
    this.#writer = writer;
    this.#reader = reader;
  }

  async grants(userId: string): Promise<string[]> {
    const rows = await this.#reader
      .selectFrom('executive_grant')
      .select('industry_id')
      .where('user_id', '=', userId)
      .orderBy('industry_id')
      .execute();
    return rows.map(({ industry_id }) => industry_id);
  }

  /**
   * Replaces the list of a user.
   * @param check is given the list before, in the same transaction; what it throws leaves that as it is.
   * @returns the list before.
   */
  setGrants(userId: string, industryIds: readonly string[], check: (before: readonly string[]) => void): string[] {
    return this.#writer.run((tx) => {
      const rows = tx.all(
        tx.query.selectFrom('executive_grant').select('industry_id').where('user_id', '=', userId).orderBy('industry_id'),
      );
      const before = rows.map(({ industry_id }) => industry_id);
      check(before);
      tx.run(tx.query.deleteFrom('executive_grant').where('user_id', '=', userId));
      const values = industryIds.map((industry_id) => ({ user_id: userId, industry_id }));
      if (values.length > 0) tx.run(tx.query.insertInto('executive_grant').values(values));
      return before;
    });
  }

  async pins(userId: string): Promise<string[]> {
    const rows = await this.#reader.selectFrom('executive_pin').select('industry_id').where('user_id', '=', userId).execute();
    return rows.map(({ industry_id }) => industry_id);
  }

  /** @returns whether it is pinned now. */
  async togglePin(userId: string, industryId: string): Promise<boolean> {
    return this.#writer.run((tx) => {
      const { changes } = tx.run(
        tx.query.deleteFrom('executive_pin').where('user_id', '=', userId).where('industry_id', '=', industryId),
      );
      if (changes > 0) return false;
      tx.run(tx.query.insertInto('executive_pin').values({ user_id: userId, industry_id: industryId }));
      return true;
    });
  }

  /** @returns false when the ticket was used before. */
  async spendTicket(jti: string, expiresAtMs: number, nowMs: number): Promise<boolean> {
    return this.#writer.run((tx) => {
      tx.run(tx.query.deleteFrom('executive_ticket').where('expires_at', '<', nowMs - KEPT_MS));
      const { changes } = tx.run(
        tx.query
          .insertInto('executive_ticket')
          .values({ jti, expires_at: expiresAtMs })
          .onConflict((conflict) => conflict.column('jti').doNothing()),
      );
      return changes > 0;
    });
  }
}
