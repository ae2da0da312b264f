import { sql } from 'kysely';
import { canonicalJson } from '../../core/bytes/canonicalJson.ts';
import { entryHash, NO_HASH } from '../../core/bytes/entryHash.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';

const AUDIT_LOCK = 728_103;

/** What people did at the hub, each row chained to the one before it. */
export class HubAudit {
  readonly #database: HubDatabase;

  constructor(database: HubDatabase) {
    this.#database = database;
  }

  async add(what: string, facts: Readonly<Record<string, string | number>>, nowMs: number): Promise<void> {
    await this.#database.kysely.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${AUDIT_LOCK})`.execute(tx);
      const last = await tx.selectFrom('hub_audit').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
      const seq = (last?.seq ?? 0) + 1;
      const body = canonicalJson({ what, ...facts });
      const row = { seq, at: nowMs, body, hash: entryHash(last?.hash ?? NO_HASH, seq, nowMs, body) };
      await tx.insertInto('hub_audit').values(row).execute();
    });
  }
}
