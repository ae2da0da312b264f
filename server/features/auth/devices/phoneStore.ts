import type { Writer, WriteTx } from '../../../db/writer.ts';

export type Phone = {
  /** deviceId of its logins. */
  id: string;
  industryId: string;
  name: string;
  model: string;
  publicKey: Buffer;
  pairedAtMs: number;
  pairedBy: string;
  lastUsedAtMs: number | null;
  revokedAtMs: number | null;
};

/** Paired phones in the database. */
export class PhoneStore {
  readonly #db: Writer;

  constructor(db: Writer) {
    this.#db = db;
  }

  async all(): Promise<Phone[]> {
    const rows = await this.#db.reading.selectFrom('phone').selectAll().orderBy('paired_at').execute();
    return rows.map((row) => ({
      id: row.id,
      industryId: row.industry_id,
      name: row.name,
      model: row.model,
      publicKey: row.public_key,
      pairedAtMs: row.paired_at,
      pairedBy: row.paired_by,
      lastUsedAtMs: row.last_used_at,
      revokedAtMs: row.revoked_at,
    }));
  }

  insert(phone: Phone): void {
    this.#db.run((tx) => {
      tx.run(
        tx.query.insertInto('phone').values({
          id: phone.id,
          industry_id: phone.industryId,
          name: phone.name,
          model: phone.model,
          public_key: phone.publicKey,
          paired_at: phone.pairedAtMs,
          paired_by: phone.pairedBy,
        }),
      );
    });
  }

  /** Taken out, with the sessions of it ended in the same transaction. */
  revoke(phoneId: string, nowMs: number, endSessions: (tx: WriteTx) => void): void {
    this.#db.runReserved((tx) => {
      tx.run(tx.query.updateTable('phone').set({ revoked_at: nowMs }).where('id', '=', phoneId));
      endSessions(tx);
    });
  }

  used(phoneId: string, nowMs: number): void {
    this.#db.runReserved((tx) => {
      tx.run(tx.query.updateTable('phone').set({ last_used_at: nowMs }).where('id', '=', phoneId));
    });
  }
}
