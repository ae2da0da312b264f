import type { Writer } from '../../../db/writer.ts';

export type IssuedCode = { phoneHash: string; issuedS: number };

type CodeLimits = { maxTries: number; lifetimeMs: number };

/** Issued one-time codes; the codes themselves are not stored. */
export class OtpStore {
  readonly #db: Writer;

  constructor(db: Writer) {
    this.#db = db;
  }

  /** A second code of the same second takes the first one's place. */
  async issue({ phoneHash, issuedS }: IssuedCode, nonce: string, nowMs: number, expiresAtMs: number): Promise<void> {
    this.#db.run((tx) => {
      tx.run(tx.query.deleteFrom('otp_code').where('expires_at', '<=', nowMs));
      const fresh = { nonce, tries: 0, used: 0, expires_at: expiresAtMs };
      tx.run(
        tx.query
          .insertInto('otp_code')
          .values({ phone_hash: phoneHash, issued_s: issuedS, ...fresh })
          .onConflict((conflict) => conflict.doUpdateSet(fresh)),
      );
    });
  }

  /** Counts a try of an issued, unused and unexpired code; undefined when there is none with a try left. */
  async tryCode(
    { phoneHash, issuedS }: IssuedCode,
    { maxTries, lifetimeMs }: CodeLimits,
    nowMs: number,
  ): Promise<string | undefined> {
    return this.#db.run((tx) => {
      const row = tx.first(
        tx.query
          .updateTable('otp_code')
          .set((column) => ({ tries: column('tries', '+', 1) }))
          .where('phone_hash', '=', phoneHash)
          .where('issued_s', '=', issuedS)
          .where('used', '=', 0)
          .where('tries', '<', maxTries)
          .where('expires_at', '>', nowMs)
          // one from before the clock was set back would live on for as long
          .where('expires_at', '<=', nowMs + 2 * lifetimeMs)
          .returning('nonce'),
      );
      return row?.nonce;
    });
  }

  /** False when another request used the code first. */
  async use({ phoneHash, issuedS }: IssuedCode, nonce: string): Promise<boolean> {
    return this.#db.run((tx) => {
      const done = tx.run(
        tx.query
          .updateTable('otp_code')
          .set({ used: 1 })
          .where('phone_hash', '=', phoneHash)
          .where('issued_s', '=', issuedS)
          .where('nonce', '=', nonce)
          .where('used', '=', 0),
      );
      return done.changes === 1;
    });
  }
}
