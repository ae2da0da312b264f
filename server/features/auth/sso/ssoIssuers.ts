import { randomUUID } from 'node:crypto';
import type { SsoIssuerSpec } from '../../../contract/plant/accounts/sso.ts';
import type { Caller } from '../../../core/caller.ts';
import type { Clock } from '../../../core/clock.ts';
import { Failure } from '../../../core/fail.ts';
import { conflict, refuseStale, requireFound } from '../../../core/refusal.ts';
import type { WriteTx } from '../../../db/writer.ts';
import type { AuditTrail } from '../../audit/index.ts';
import type { Origin } from '../passwords/credentials.ts';
import type { IssuerHosts } from './issuerHosts.ts';
import type { IssuerKeys } from './issuerKeys.ts';
import type { SsoIssuer, SsoStore } from './ssoStore.ts';

const notListed = (path: string, address: string): Failure => {
  const message = `${URL.canParse(address) ? new URL(address).host : path} is not among ssoHosts of headworks.json, which the owner of the site sets`;
  return new Failure('badRequest', message, { errors: [{ path, message }] });
};

const namesTenants = ({ tenantId, tenantClaim }: SsoIssuer): boolean => tenantId !== null && tenantClaim !== null;

export type SsoIssuersParts = { store: SsoStore; keys: IssuerKeys; hosts: IssuerHosts; audit: AuditTrail; clock: Clock };

/** The identity providers of every industry, in memory and in the database. */
export class SsoIssuers {
  readonly #parts: SsoIssuersParts;
  #issuers: SsoIssuer[] = [];

  constructor(parts: SsoIssuersParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#issuers = await this.#parts.store.issuers();
  }

  of(industryId: string): SsoIssuer[] {
    return this.#issuers.filter((issuer) => issuer.industryId === industryId);
  }

  byTenant(tenantId: string): SsoIssuer | undefined {
    return this.#issuers.find((issuer) => issuer.tenantId === tenantId);
  }

  /** @throws Failure `badRequest` or `conflict`. */
  async create(caller: Caller, spec: SsoIssuerSpec, origin: Origin): Promise<SsoIssuer> {
    const issuer = { ...spec, id: randomUUID(), industryId: caller.industryId, version: 1 };
    this.#check(issuer);
    this.#issuers = [...this.#issuers, issuer];
    await this.#written((tx) => {
      this.#parts.store.insertIssuer(tx, issuer, this.#parts.clock.now());
      this.#append(tx, caller, origin, { subject: issuer.id, before: undefined, after: issuer });
    });
    return issuer;
  }

  /** @throws Failure `notFound`, `badRequest` or `conflict`, also for a stale version. */
  async change(
    caller: Caller,
    id: string,
    { version, ...spec }: SsoIssuerSpec & { version: number },
    origin: Origin,
  ): Promise<SsoIssuer> {
    const before = this.#own(caller, id);
    refuseStale(before.version, version);
    const after = { ...before, ...spec, version: before.version + 1 };
    this.#check(after);
    this.#issuers = this.#issuers.map((one) => (one.id === id ? after : one));
    await this.#written((tx) => {
      this.#parts.store.updateIssuer(tx, after);
      this.#append(tx, caller, origin, { subject: id, before, after });
    });
    await this.#parts.keys.forget(before);
    return after;
  }

  /** @throws Failure `notFound`, or `conflict` for a stale version. */
  async delete(caller: Caller, id: string, version: number | undefined, origin: Origin): Promise<void> {
    const before = this.#own(caller, id);
    refuseStale(before.version, version);
    this.#issuers = this.#issuers.filter((one) => one.id !== id);
    await this.#written((tx) => {
      this.#parts.store.deleteIssuer(tx, id);
      this.#append(tx, caller, origin, { subject: id, before, after: undefined });
    });
    await this.#parts.keys.forget(before);
  }

  #own({ industryId }: Caller, id: string): SsoIssuer {
    return requireFound(
      this.#issuers.find((one) => one.id === id && one.industryId === industryId),
      'identity provider',
    );
  }

  /** Tokens of one tenant must never open another industry. */
  #check(issuer: SsoIssuer): void {
    for (const name of ['issuer', 'jwksUrl'] as const) {
      const address = issuer[name];
      if (address !== null && !this.#parts.hosts(address)) throw notListed(name, address);
    }
    const others = this.#issuers.filter(({ id }) => id !== issuer.id);
    if (issuer.tenantId !== null && others.some(({ tenantId }) => tenantId === issuer.tenantId))
      throw conflict('tenantId', 'tenantId is in use');
    const alike = others.filter((one) => one.issuer === issuer.issuer);
    if (alike.some((one) => one.industryId === issuer.industryId && one.audience === issuer.audience))
      throw conflict('issuer', 'issuer is configured already with this audience');
    const foreign = alike.filter((one) => one.industryId !== issuer.industryId);
    if (foreign.length > 0 && ![issuer, ...foreign].every(namesTenants))
      throw conflict('issuer', 'issuer serves several industries: each needs a tenantId and a tenantClaim');
  }

  /** The memory went ahead, so that two requests cannot take the same; it follows the database when that refuses. */
  async #written(write: (tx: WriteTx) => void): Promise<void> {
    try {
      this.#parts.store.transaction(write);
    } catch (error) {
      this.#issuers = await this.#parts.store.issuers();
      throw error;
    }
  }

  #append(
    tx: WriteTx,
    { userId, industryId }: Caller,
    origin: Origin,
    changed: { subject: string; before: unknown; after: unknown },
  ): void {
    this.#parts.audit.append(tx, { kind: 'sso.issuer', outcome: 'done', userId, industryId, ...changed, ...origin });
  }
}
