import type { Writer } from '../../../db/writer.ts';

export type Wall = {
  id: string;
  industryId: string;
  name: string;
  tokenHash: string;
  createdAtMs: number;
  createdBy: string;
  lastUsedAtMs: number | null;
  revokedAtMs: number | null;
};

/** Wall displays in the database. */
export class WallStore {
  readonly #db: Writer;

  constructor(db: Writer) {
    this.#db = db;
  }

  async all(): Promise<Wall[]> {
    const rows = await this.#db.reading.selectFrom('wall').selectAll().orderBy('created_at').execute();
    return rows.map((row) => ({
      id: row.id,
      industryId: row.industry_id,
      name: row.name,
      tokenHash: row.token_hash,
      createdAtMs: row.created_at,
      createdBy: row.created_by,
      lastUsedAtMs: row.last_used_at,
      revokedAtMs: row.revoked_at,
    }));
  }

  insert(wall: Wall): void {
    this.#db.run((tx) => {
      tx.run(
        tx.query.insertInto('wall').values({
          id: wall.id,
          industry_id: wall.industryId,
          name: wall.name,
          token_hash: wall.tokenHash,
          created_at: wall.createdAtMs,
          created_by: wall.createdBy,
        }),
      );
    });
  }

  renew(wallId: string, tokenHash: string): void {
    this.#db.run((tx) => {
      tx.run(tx.query.updateTable('wall').set({ token_hash: tokenHash }).where('id', '=', wallId));
    });
  }

  revoke(wallId: string, nowMs: number): void {
    this.#db.runReserved((tx) => {
      tx.run(tx.query.updateTable('wall').set({ revoked_at: nowMs }).where('id', '=', wallId));
    });
  }

  used(wallId: string, nowMs: number): void {
    this.#db.runReserved((tx) => {
      tx.run(tx.query.updateTable('wall').set({ last_used_at: nowMs }).where('id', '=', wallId));
    });
  }
}
