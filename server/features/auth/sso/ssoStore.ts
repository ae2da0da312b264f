import type { Selectable } from 'kysely';
import { DAY_MS } from '../../../core/time.ts';
import type { SsoIssuerTable } from '../../../db/loginSchema.ts';
import type { Writer, WriteTx } from '../../../db/writer.ts';

/** An identity provider as an industry uses it. */
/** Used tokens outlive their end by so much: a clock that was ahead for a while must not make one new. */
const KEPT_MS = 400 * DAY_MS;

export type SsoIssuer = {
  id: string;
  industryId: string;
  name: string;
  /** `iss` of its tokens. */
  issuer: string;
  /** `aud` of its tokens: the client id of this server there. */
  audience: string;
  /** Where its keys are; null: found by discovery. */
  jwksUrl: string | null;
  /** Names the issuer at LoginType sso_tenant. */
  tenantId: string | null;
  /** The claim that must hold the tenant id; null where the issuer has one tenant only. */
  tenantClaim: string | null;
  version: number;
};

type IdentityKey = { industryId: string; issuer: string; subject: string };

const toIssuer = (row: Selectable<SsoIssuerTable>): SsoIssuer => ({
  id: row.id,
  industryId: row.industry_id,
  name: row.name,
  issuer: row.issuer,
  audience: row.audience,
  jwksUrl: row.jwks_url,
  tenantId: row.tenant_id,
  tenantClaim: row.tenant_claim,
  version: row.version,
});

const toColumns = (issuer: SsoIssuer) => ({
  name: issuer.name,
  issuer: issuer.issuer,
  audience: issuer.audience,
  jwks_url: issuer.jwksUrl,
  tenant_id: issuer.tenantId,
  tenant_claim: issuer.tenantClaim,
  version: issuer.version,
});

/** Identity providers, who their subjects are, and the tokens they gave that were used. */
export class SsoStore {
  readonly #db: Writer;

  constructor(db: Writer) {
    this.#db = db;
  }

  async issuers(): Promise<SsoIssuer[]> {
    return (await this.#db.reading.selectFrom('sso_issuer').selectAll().orderBy('created_at').orderBy('id').execute()).map(
      toIssuer,
    );
  }

  /** A change with its entry in the audit log. */
  transaction<T>(work: (tx: WriteTx) => T): T {
    return this.#db.run(work);
  }

  insertIssuer(tx: WriteTx, issuer: SsoIssuer, nowMs: number): void {
    const { id, industryId } = issuer;
    tx.run(tx.query.insertInto('sso_issuer').values({ id, industry_id: industryId, created_at: nowMs, ...toColumns(issuer) }));
  }

  updateIssuer(tx: WriteTx, issuer: SsoIssuer): void {
    tx.run(tx.query.updateTable('sso_issuer').set(toColumns(issuer)).where('id', '=', issuer.id));
  }

  deleteIssuer(tx: WriteTx, id: string): void {
    tx.run(tx.query.deleteFrom('sso_issuer').where('id', '=', id));
  }

  async boundUser({ industryId, issuer, subject }: IdentityKey): Promise<string | undefined> {
    const row = await this.#db.reading
      .selectFrom('sso_identity')
      .select('user_id')
      .where('industry_id', '=', industryId)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row?.user_id;
  }

  /** False when the user is bound to another subject of this issuer already. */
  async bind({ industryId, issuer, subject }: IdentityKey, userId: string, nowMs: number): Promise<boolean> {
    return this.#db.run((tx) => {
      const done = tx.run(
        tx.query
          .insertInto('sso_identity')
          .values({ industry_id: industryId, issuer, subject, user_id: userId, bound_at: nowMs })
          .onConflict((conflict) => conflict.doNothing()),
      );
      return done.changes === 1;
    });
  }

  /** Frees a user for another subject, as when their e-mail address changed. */
  unbind(tx: WriteTx, userId: string): void {
    tx.run(tx.query.deleteFrom('sso_identity').where('user_id', '=', userId));
  }

  /** False when the token was used before. */
  async spendToken(hash: string, expiresAtMs: number, nowMs: number): Promise<boolean> {
    return this.#db.run((tx) => {
      tx.run(tx.query.deleteFrom('sso_token').where('expires_at', '<=', nowMs - KEPT_MS));
      const done = tx.run(
        tx.query
          .insertInto('sso_token')
          .values({ hash, expires_at: expiresAtMs })
          .onConflict((conflict) => conflict.doNothing()),
      );
      return done.changes === 1;
    });
  }
}
