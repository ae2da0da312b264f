import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';

export type IssuedCode = { phoneHash: string; issuedS: number };

/** Issued one-time codes; the codes themselves are not stored. */
export class OtpStore {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** A second code of the same second takes the first one's place. */
  async issue({ phoneHash, issuedS }: IssuedCode, nonce: string, nowMs: number, expiresAtMs: number): Promise<void> {
    await this.#db.deleteFrom('otp_code').where('expires_at', '<=', nowMs).execute();
    const fresh = { nonce, tries: 0, used: 0, expires_at: expiresAtMs };
    await this.#db
      .insertInto('otp_code')
      .values({ phone_hash: phoneHash, issued_s: issuedS, ...fresh })
      .onConflict((conflict) => conflict.doUpdateSet(fresh))
      .execute();
  }

  /** Counts a try of an issued, unused and unexpired code; undefined when there is none with a try left. */
  async tryCode({ phoneHash, issuedS }: IssuedCode, maxTries: number, nowMs: number): Promise<string | undefined> {
    const row = await this.#db
      .updateTable('otp_code')
      .set((column) => ({ tries: column('tries', '+', 1) }))
      .where('phone_hash', '=', phoneHash)
      .where('issued_s', '=', issuedS)
      .where('used', '=', 0)
      .where('tries', '<', maxTries)
      .where('expires_at', '>', nowMs)
      .returning('nonce')
      .executeTakeFirst();
    return row?.nonce;
  }

  /** False when another request used the code first. */
  async use({ phoneHash, issuedS }: IssuedCode, nonce: string): Promise<boolean> {
    const done = await this.#db
      .updateTable('otp_code')
      .set({ used: 1 })
      .where('phone_hash', '=', phoneHash)
      .where('issued_s', '=', issuedS)
      .where('nonce', '=', nonce)
      .where('used', '=', 0)
      .executeTakeFirst();
    return done.numUpdatedRows === 1n;
  }
}
