import { createHash, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { TokenScope } from '../../contract/endpoint.ts';
import { permission } from '../../contract/permissions.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import type { TokenKeys } from './keys.ts';
import type { StoredSession, User } from './model.ts';

export type TokenUse = 'access' | 'refresh';

const ISSUER = 'headworks';
const AUDIENCE = 'headworks-api';
/** Tokens of one purpose have audiences of their own, so that they open nothing else. */
const scopeAudiences = {
  ticket: { executiveSummary: 'headworks-ticket-executiveSummary' },
  access: { executiveSummary: 'headworks-executiveSummary' },
} as const satisfies Record<string, Record<TokenScope, string>>;
export type ScopedUse = keyof typeof scopeAudiences;
const ALGORITHM = 'HS256';
const FUTURE_SECONDS = 60;
const MAX_CHARACTERS = 8192;
const MAX_KNOWN = 2000;

const claimsSchema = z.object({
  userId: z.string(),
  email: z.string(),
  username: z.string(),
  loginType: z.string(),
  role: z.string(),
  permissions: z.array(permission),
  industryId: z.string(),
  /** Session that the token belongs to. */
  sid: z.string(),
  jti: z.string(),
  token_use: z.enum(['access', 'refresh']),
  iat: z.number().int(),
  exp: z.number().int(),
});
export type Claims = z.infer<typeof claimsSchema>;
/** What is known of a user when a token is made. */
export type TokenSubject = Omit<Claims, 'jti' | 'token_use' | 'iat' | 'exp'>;

/** What a token says of a user and the session that it is of. */
export const subjectOf = (user: User, session: Pick<StoredSession, 'id' | 'industryId' | 'loginType'>): TokenSubject => ({
  userId: user.id,
  email: user.email ?? '',
  username: user.username,
  loginType: session.loginType,
  role: user.role,
  permissions: [...user.permissions],
  industryId: session.industryId,
  sid: session.id,
});

/** A header that names its key and nothing that would choose another way of checking. */
const headerSchema = z.strictObject({ alg: z.literal(ALGORITHM), typ: z.literal('JWT').optional(), kid: z.string() });

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Whether a token says that it was made for a purpose; nothing is checked. */
export const namesScope = (token: string, use: ScopedUse, scope: TokenScope): boolean => {
  try {
    const { aud } = JSON.parse(Buffer.from(token.split('.', 2)[1] ?? '', 'base64url').toString());
    return aud === scopeAudiences[use][scope];
  } catch {
    return false;
  }
};

const broken = (cause?: unknown): Failure => new Failure('token', 'Token is not valid', { cause });

/** Signs and checks tokens; whether their session still lives is another question. */
export class Tokens {
  #keys: TokenKeys;
  readonly #clock: Clock;
  /** Tokens found genuine, by their audience, so that a client's next requests cost no signature check. */
  readonly #known = new Map<string, LRUCache<string, Claims>>();

  constructor(keys: TokenKeys, clock: Clock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Signs with the current one of these from now on, and takes tokens of all of them. */
  adoptKeys(keys: TokenKeys): void {
    this.#keys = keys;
    this.#known.clear();
  }

  sign(use: TokenUse, subject: TokenSubject, lifetimeSeconds: number): { token: string; expiresAtMs: number } {
    return this.#sign(AUDIENCE, use, subject, lifetimeSeconds);
  }

  /** A token for one purpose: a ticket that is traded for access, or that access itself. */
  signScoped(
    use: ScopedUse,
    scope: TokenScope,
    subject: TokenSubject,
    lifetimeSeconds: number,
  ): { token: string; expiresAtMs: number } {
    return this.#sign(scopeAudiences[use][scope], 'access', subject, lifetimeSeconds);
  }

  #sign(audience: string, use: TokenUse, subject: TokenSubject, lifetimeSeconds: number): { token: string; expiresAtMs: number } {
    const key = this.#keys.byId.get(this.#keys.current);
    if (!key) throw new Failure('server', 'no signing key');
    const iat = Math.floor(this.#clock.now() / 1000);
    const claims: Claims = { ...subject, jti: randomUUID(), token_use: use, iat, exp: iat + lifetimeSeconds };
    const token = jwt.sign(claims, key, { algorithm: ALGORITHM, keyid: this.#keys.current, issuer: ISSUER, audience });
    return { token, expiresAtMs: claims.exp * 1000 };
  }

  /**
   * The claims of a genuine, unexpired token of the wanted use.
   * @throws Failure `token`, then for the other use `token` or `accessTokenForRefresh`, then `expired`.
   */
  verify(token: string, use: TokenUse): Claims {
    const claims = this.#genuine(token, AUDIENCE);
    if (claims.token_use !== use)
      throw use === 'refresh'
        ? new Failure('accessTokenForRefresh', 'A refresh token is required')
        : new Failure('token', 'A refresh token opens nothing but refresh');
    this.#assertLives(claims);
    return claims;
  }

  /**
   * The claims of a genuine, unexpired token of one purpose.
   * @throws Failure `token`, then `expired`.
   */
  verifyScoped(token: string, use: ScopedUse, scope: TokenScope): Claims {
    const claims = this.#genuine(token, scopeAudiences[use][scope]);
    this.#assertLives(claims);
    return claims;
  }

  /**
   * A token that was issued more than its own life from now was issued before the clock was set back: it would outlive itself by so
   * much. Less than that is let pass, or every correction of the clock would end all sessions.
   */
  #assertLives({ iat, exp }: Claims): void {
    const nowSeconds = this.#clock.now() / 1000;
    if (exp <= nowSeconds || iat - nowSeconds > exp - iat) throw new Failure('expired', 'Token expired');
  }

  #genuine(token: string, audience: string): Claims {
    const found = this.#known.get(audience);
    const known = found?.get(token);
    if (known) return known;
    const claims = this.#check(token, audience);
    const kept = found ?? new LRUCache<string, Claims>({ max: MAX_KNOWN });
    kept.set(token, claims);
    this.#known.set(audience, kept);
    return claims;
  }

  #check(token: string, audience: string): Claims {
    const nowSeconds = Math.floor(this.#clock.now() / 1000);
    if (token.length > MAX_CHARACTERS) throw broken();
    try {
      const { kid } = headerSchema.parse(JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString()));
      const key = this.#keys.byId.get(kid);
      if (!key) throw broken();
      const payload = jwt.verify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience,
        clockTimestamp: nowSeconds,
        // checked after token_use, which comes first in the order of checks
        ignoreExpiration: true,
      });
      const claims = claimsSchema.parse(payload);
      if (claims.iat > nowSeconds + FUTURE_SECONDS) throw broken();
      return claims;
    } catch (error) {
      throw broken(error);
    }
  }
}
