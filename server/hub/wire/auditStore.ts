import { CompiledQuery } from 'kysely';
import type { PoolClient } from 'pg';
import { canonicalJson } from '../../core/bytes/canonicalJson.ts';
import { entryHash, NO_HASH } from '../../core/bytes/entryHash.ts';
import type { HubDatabase, HubTransaction } from '../database/hubDatabase.ts';

const AUDIT_LOCK = 728_103;

/** A question within a transaction, whichever library began it. */
export type Ask = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;
type AuditFacts = Readonly<Record<string, string | number>>;
/** Nothing where nothing was changed. */
type AuditLine = [what: string, facts: AuditFacts] | undefined;

export const askWithin =
  (tx: HubTransaction): Ask =>
  (text, values) =>
    tx.executeQuery(CompiledQuery.raw(text, values));

/** What people did at the hub, each row chained to the one before it. */
export class HubAudit {
  readonly #database: HubDatabase;

  constructor(database: HubDatabase) {
    this.#database = database;
  }

  add(what: string, facts: AuditFacts, nowMs: number): Promise<void> {
    return this.#database.kysely.transaction().execute((tx) => this.put(askWithin(tx), what, facts, nowMs));
  }

  /**
   * Does something on the first cluster and says so in the same transaction: both count, or neither.
   * @param work returns false where it changed nothing: nothing is said then.
   */
  doing<T>(what: string, facts: AuditFacts, nowMs: number, work: (tx: HubTransaction) => Promise<T>): Promise<T> {
    return this.#database.kysely.transaction().execute(async (tx) => {
      const done = await work(tx);
      if (done !== false) await this.put(askWithin(tx), what, facts, nowMs);
      return done;
    });
  }

  /**
   * Does something in the turn of a plant and says so. Where the plant's rows are on another cluster than the log, the log says it just before they
   * count: it may say what then did not come about, and never lacks what did.
   */
  inTurn<T>(plantId: number, nowMs: number, work: (client: PoolClient) => Promise<[done: T, said: AuditLine]>): Promise<T> {
    return this.#database.inTurn(plantId, async (client, _partitions, isFirst) => {
      const [done, said] = await work(client);
      if (said && isFirst) await this.put((text, values) => client.query(text, values), ...said, nowMs);
      else if (said) await this.add(...said, nowMs);
      return done;
    });
  }

  /** As the last of a transaction on the first cluster: others who say something wait for its end. */
  async put(ask: Ask, what: string, facts: AuditFacts, nowMs: number): Promise<void> {
    await ask('select pg_advisory_xact_lock($1)', [AUDIT_LOCK]);
    const { rows } = await ask('select seq, hash from hub_audit order by seq desc limit 1', []);
    const [last] = rows as { seq: number; hash: Buffer }[];
    const seq = (last?.seq ?? 0) + 1;
    const body = canonicalJson({ what, ...facts });
    const hash = entryHash(last?.hash ?? NO_HASH, seq, nowMs, body);
    await ask('insert into hub_audit (seq, at, body, hash) values ($1, $2, $3, $4)', [seq, nowMs, body, hash]);
  }
}
