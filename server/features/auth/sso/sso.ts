import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../../../core/clock.ts';
import { Failure, isFailure } from '../../../core/fail.ts';
import type { UnitDirectory } from '../../../plantModel/index.ts';
import type { AuditTrail } from '../../audit/index.ts';
import type { Account, User } from '../model.ts';
import { type Origin, refuseDisabled } from '../passwords/credentials.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { hashToken } from '../tokens.ts';
import type { IssuerKeys } from './issuerKeys.ts';
import type { SsoIssuers } from './ssoIssuers.ts';
import type { SsoIssuer, SsoStore } from './ssoStore.ts';

export type SsoParts = {
  store: SsoStore;
  issuers: SsoIssuers;
  keys: IssuerKeys;
  index: SessionIndex;
  units: UnitDirectory;
  audit: AuditTrail;
  clock: Clock;
};

type Proven = JWTPayload & { sub: string; exp: number };

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const TOLERANCE_SECONDS = 30;
const FUTURE_SECONDS = 60;
const MAX_CHARACTERS = 8192;

const notAuthorized = (who: string): Failure => new Failure('credentials', `${who} is not authorized to sign in here`);
const notValid = (cause?: unknown): Failure => new Failure('credentials', 'Identity token is not valid', { cause });

/** Logins by the token of an identity provider. */
export class Sso {
  readonly #parts: SsoParts;

  constructor(parts: SsoParts) {
    this.#parts = parts;
  }

  /**
   * LoginType sso_tenant: the tenant id names the provider and with it the industry.
   * @throws Failure `tenant` for an unknown tenant id, `credentials`, `disabled`, or `unavailable` when there are no keys.
   */
  byTenant(token: string, tenantId: string, nonce: string | undefined, origin: Origin): Promise<Account> {
    return this.#audited(origin, () => {
      const issuer = this.#parts.issuers.byTenant(tenantId);
      if (!issuer) throw new Failure('tenant', 'Invalid tenant id');
      return this.#login(issuer, token, nonce);
    });
  }

  /**
   * LoginType sso_idtoken: the token must be of a provider of the industry that is named.
   * @throws Failure as `byTenant`, without `tenant`.
   */
  byIdToken(token: string, industryId: string, nonce: string | undefined, origin: Origin): Promise<Account> {
    return this.#audited(origin, () => {
      const named = claimedOf(token);
      const audiences = [named.aud].flat();
      const issuer = this.#parts.issuers
        .of(industryId)
        .find((one) => one.issuer === named.iss && audiences.includes(one.audience));
      if (!issuer) throw notAuthorized('The identity provider');
      return this.#login(issuer, token, nonce);
    });
  }

  async #login(issuer: SsoIssuer, token: string, nonce: string | undefined): Promise<Account> {
    const { store, units, clock } = this.#parts;
    const claims = await this.#prove(issuer, token, nonce);
    const user = await this.#userOf(issuer, claims);
    if (!user.active || !units.industry(issuer.industryId)) throw notAuthorized(nameOf(claims));
    const account = { user, industryId: issuer.industryId };
    refuseDisabled(account, units);
    // what was signed, not the whole: some signatures can be written in more than one way
    const signed = token.slice(0, token.lastIndexOf('.'));
    const expiresAtMs = (claims.exp + TOLERANCE_SECONDS) * 1000;
    if (!(await store.spendToken(hashToken(signed), expiresAtMs, clock.now()))) throw notValid('used before');
    return account;
  }

  /** Signature, issuer, audience, tenant, nonce and times. */
  async #prove(issuer: SsoIssuer, token: string, nonce: string | undefined): Promise<Proven> {
    const { keys, clock } = this.#parts;
    if (token.length > MAX_CHARACTERS) throw notValid('too long');
    let claims: JWTPayload;
    try {
      const verified = await jwtVerify(token, keys.find(issuer), {
        issuer: issuer.issuer,
        audience: issuer.audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: new Date(clock.now()),
      });
      claims = verified.payload;
    } catch (error) {
      if (isFailure(error)) throw error;
      if (error instanceof errors.JOSEError) throw notValid(error);
      throw error;
    }
    const { sub, exp, iat = 0, aud, azp } = claims;
    if (typeof sub !== 'string' || sub === '' || exp === undefined) throw notValid('no subject');
    if (iat > clock.now() / 1000 + FUTURE_SECONDS) throw notValid('of the future');
    if (Array.isArray(aud) && aud.length > 1 && azp !== issuer.audience) throw notValid('made for somebody else');
    if (issuer.tenantId !== null && issuer.tenantClaim !== null && claims[issuer.tenantClaim] !== issuer.tenantId)
      throw notValid('another tenant');
    if (nonce !== undefined && claims.nonce !== nonce) throw notValid('another nonce');
    return { ...claims, sub, exp };
  }

  /** Who the subject is: fixed at its first login, by the e-mail address that the provider vouches for. */
  async #userOf(issuer: SsoIssuer, claims: Proven): Promise<User> {
    const { store, index, clock } = this.#parts;
    const identity = { industryId: issuer.industryId, issuer: issuer.issuer, subject: claims.sub };
    const bound = index.user((await store.boundUser(identity)) ?? '');
    if (bound) return bound;
    const isVerified = claims.email_verified === true || claims.email_verified === 'true';
    const user = typeof claims.email === 'string' && isVerified ? index.ssoUser(issuer.industryId, claims.email) : undefined;
    if (!user?.active || !(await store.bind(identity, user.id, clock.now()))) throw notAuthorized(nameOf(claims));
    return user;
  }

  async #audited(origin: Origin, login: () => Promise<Account>): Promise<Account> {
    try {
      return await login();
    } catch (error) {
      this.#parts.audit.gather({ kind: 'login', outcome: 'refused', industryId: null, userId: null, ...origin });
      throw error;
    }
  }
}

const nameOf = ({ email, email_verified: verified }: JWTPayload): string => {
  if (typeof email !== 'string') return 'This identity';
  return verified === true || verified === 'true'
    ? `E-mail ${email.slice(0, 254)}`
    : `E-mail ${email.slice(0, 254)}, which is not verified,`;
};

/** What a token says of itself, unchecked: only to look up who should check it. */
const claimedOf = (token: string): JWTPayload => {
  if (token.length > MAX_CHARACTERS) throw notValid('too long');
  try {
    return decodeJwt(token);
  } catch (error) {
    throw notValid(error);
  }
};
