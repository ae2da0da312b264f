import { randomUUID } from 'node:crypto';
import type { TokenScope } from '../../contract/endpoint.ts';
import type { Permission } from '../../contract/permissions.ts';
import type { LoginResponse } from '../../contract/user/auth.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { WALL_TOKEN } from '../../core/secrets.ts';
import type { Opens, Session, SessionChecker } from '../../http/auth.ts';
import type { Caller } from '../../http/route.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { Phones } from './devices/phones.ts';
import type { Walls } from './devices/walls.ts';
import { loadTokenKeys, rotateTokenKeys } from './keys.ts';
import { liveSession } from './liveSession.ts';
import { loginAnswer } from './loginAnswer.ts';
import type { Account, ClientFacts, StoredSession, User } from './model.ts';
import type { Origin } from './passwords/credentials.ts';
import type { Passwords } from './passwords/passwords.ts';
import { scopedCaller, scopedPermissions } from './scopes.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { ACCESS_SECONDS, isLastRefresh, KEEP_KEY_MS, leftSeconds, ROTATE_BELOW_MS, refreshSeconds } from './sessionLife.ts';
import type { AuthStore } from './store.ts';
import { type Claims, hashToken, namesScope, type ScopedUse, type Subject, Tokens } from './tokens.ts';

export type AuthOptions = {
  store: AuthStore;
  index: SessionIndex;
  passwords: Passwords;
  units: UnitDirectory;
  audit: AuditTrail;
  bus: Bus;
  clock: Clock;
  phones: Pick<Phones, 'refuseRevoked' | 'isRevoked' | 'used'>;
  walls: Pick<Walls, 'access'>;
  /** File of the signing keys, made at first start. */
  keyFile: string;
  /** Whether any unit of the industry's alert configuration watches for stable flow. */
  leakageEnabled(industryId: string): boolean;
};

const ADMIN_LOGIN_TYPE = 'admin';

/** Whose session something is done to, and from where. */
export type Actor = Pick<Caller, 'userId' | 'industryId' | 'sessionId'> & Origin;

/** Logins, sessions and what a token opens now. */
export class AuthService implements SessionChecker {
  readonly #options: AuthOptions;
  readonly #index: SessionIndex;
  readonly #tokens: Tokens;

  constructor(options: AuthOptions) {
    this.#options = options;
    this.#index = options.index;
    this.#tokens = new Tokens({ current: '', byId: new Map() }, options.clock);
  }

  /**
   * Reads keys, users and sessions.
   * @throws Failure `unavailable` when the key file is damaged.
   */
  async start(): Promise<void> {
    const { store, passwords, clock, keyFile } = this.#options;
    this.#tokens.adoptKeys(loadTokenKeys(keyFile));
    await store.purge(clock.now());
    for (const user of await store.users()) this.#index.putUser(user);
    for (const session of await store.activeSessions(clock.now())) this.#index.putSession(session, clock.now());
    await passwords.prepare();
  }

  access(token: string, opens?: Opens): Session {
    if (token.startsWith(WALL_TOKEN)) return this.#options.walls.access(token, opens);
    const scope = opens?.scope;
    const isScoped = scope !== undefined && namesScope(token, 'access', scope);
    const claims = isScoped ? this.#tokens.verifyScoped(token, 'access', scope) : this.#tokens.verify(token, 'access');
    this.#refuseBlocked(claims, 'blocked');
    const session = this.#live(claims);
    return isScoped ? { ...session, caller: scopedCaller(session.caller, scope) } : session;
  }

  /** A ticket for one purpose, bound to the session that it is made in. */
  ticket(sessionId: string, scope: TokenScope, lifetimeSeconds: number): string {
    return this.#signScoped('ticket', sessionId, scope, lifetimeSeconds);
  }

  /**
   * Whose ticket it is, and its own id and end.
   * @throws Failure `token`, `expired`, `blocked` or `sessionEnded`.
   */
  readTicket(ticket: string, scope: TokenScope): { caller: Caller; jti: string; expiresAtMs: number } {
    const claims = this.#tokens.verifyScoped(ticket, 'ticket', scope);
    this.#refuseBlocked(claims, 'blocked');
    return { caller: this.#live(claims).caller, jti: claims.jti, expiresAtMs: claims.exp * 1000 };
  }

  /** An access token that opens the rows of one purpose, as long as the session lives that it belongs to. */
  scopedAccess(sessionId: string, scope: TokenScope, lifetimeSeconds: number): string {
    return this.#signScoped('access', sessionId, scope, lifetimeSeconds);
  }

  /** What a session may do now, its tokens apart; null once it has ended or its user or industry is shut. */
  permissionsNow(sessionId: string): ReadonlySet<Permission> | null {
    const session = this.#index.session(sessionId);
    const live = session && liveSession(session, this.#index);
    if (!live || this.#index.user(session.userId)?.disabled) return null;
    return this.#options.units.industry(session.industryId)?.disabled ? null : live.caller.permissions;
  }

  refresh(token: string): Session {
    const claims = this.#tokens.verify(token, 'refresh');
    this.#refuseBlocked(claims, 'disabled');
    return this.#live(claims);
  }

  /**
   * Opens a session for an account that has shown who it is.
   * @param shownBy the LoginType it was shown by.
   * @throws Failure `credentials` when the account was shut meanwhile.
   */
  async open({ user, industryId }: Account, shownBy: string, client: ClientFacts): Promise<LoginResponse> {
    const { clock, store, audit, phones } = this.#options;
    phones.refuseRevoked(client.deviceId);
    const session = {
      id: randomUUID(),
      userId: user.id,
      industryId,
      loginType: user.internal ? ADMIN_LOGIN_TYPE : shownBy,
      deviceId: client.deviceId ?? null,
      baseUrl: client.baseUrl ?? null,
      platform: client.platform ?? null,
      panel: client.panel,
      createdAtMs: clock.now(),
    };
    const subject = this.#subjectOf(user, session);
    const refresh = this.#tokens.sign('refresh', subject, refreshSeconds(session, clock.now()));
    const stored = { ...session, refreshHash: hashToken(refresh.token), refreshExpiresAtMs: refresh.expiresAtMs };
    await store.insertSession(stored);
    this.#index.putSession(stored, clock.now());
    const origin = { ip: client.ip, requestId: client.requestId };
    await audit.record({
      kind: industryId === user.industryId ? 'login' : 'login.internal',
      outcome: 'done',
      industryId,
      userId: user.id,
      subject: session.id,
      after: { loginType: shownBy, deviceId: session.deviceId, platform: session.platform, homeIndustryId: user.industryId },
      ...origin,
    });
    const now = this.#index.user(user.id);
    if (!now?.active || now.disabled || phones.isRevoked(stored.deviceId)) {
      await this.#end(stored, 'shut');
      throw new Failure('credentials', 'Invalid username or password');
    }
    return this.#answer(user, stored, refresh.token, client.serverUrl);
  }

  /**
   * A new access token, and a new refresh token when less than 7 days are left, but none that outlives the session's 90 days.
   * @throws Failure `sessionEnded` when the token was replaced before: there is a second copy of it, so the session ends.
   */
  async renew(sessionId: string, token: string, serverUrl: string): Promise<LoginResponse> {
    const session = this.#index.session(sessionId);
    const user = session && this.#index.user(session.userId);
    if (!session || !user) throw new Failure('sessionEnded', 'Session expired');
    const { clock, store } = this.#options;
    const sentHash = hashToken(token);
    if (sentHash !== session.refreshHash) await this.#endReused(session);
    if (isLastRefresh(session) || session.refreshExpiresAtMs - clock.now() >= ROTATE_BELOW_MS)
      return this.#answer(user, session, token, serverUrl);
    const fresh = this.#tokens.sign('refresh', this.#subjectOf(user, session), refreshSeconds(session, clock.now()));
    const renewed = { ...session, refreshHash: hashToken(fresh.token), refreshExpiresAtMs: fresh.expiresAtMs };
    const replaced = await store.replaceRefresh(session.id, sentHash, renewed.refreshHash, renewed.refreshExpiresAtMs);
    if (!replaced || !this.#index.session(sessionId)) await this.#endReused(session);
    this.#index.putSession(renewed, clock.now());
    return this.#answer(user, renewed, fresh.token, serverUrl);
  }

  /**
   * Ends the session of a token; both its tokens are dead from then on.
   * @throws Failure `badRequest` when a device is named that is not the session's.
   */
  async logout(actor: Actor, deviceId: string | undefined): Promise<void> {
    const session = this.#index.session(actor.sessionId);
    if (!session) throw new Failure('sessionEnded', 'Session expired');
    if (deviceId !== undefined && session.deviceId !== null && session.deviceId !== deviceId)
      throw new Failure('badRequest', 'deviceId is not the one of this session');
    await this.#end(session, 'logout');
    await this.#record('logout', actor, session.id);
  }

  /** What a user has open, newest first. */
  sessionsOf(userId: string): StoredSession[] {
    const nowMs = this.#options.clock.now();
    return this.#index
      .sessionsOf(userId)
      .filter(({ refreshExpiresAtMs }) => refreshExpiresAtMs > nowMs)
      .toSorted((a, b) => b.createdAtMs - a.createdAtMs);
  }

  /** Ends one of the caller's own sessions. @throws Failure `notFound`. */
  async endOwn(actor: Actor, sessionId: string): Promise<void> {
    const session = this.#index.session(sessionId);
    if (session?.userId !== actor.userId) throw new Failure('notFound', 'session not found');
    await this.#end(session, 'user');
    await this.#record('session.end', actor, sessionId);
  }

  /** A new key signs from now on; tokens of the older ones live until they expire. */
  async rotateKeys(actor: Actor): Promise<void> {
    const { keyFile, clock } = this.#options;
    const keys = rotateTokenKeys(keyFile, clock.now(), KEEP_KEY_MS);
    this.#tokens.adoptKeys(keys);
    await this.#record('keys.rotate', actor, keys.current);
  }

  #signScoped(use: ScopedUse, sessionId: string, scope: TokenScope, lifetimeSeconds: number): string {
    const session = this.#index.session(sessionId);
    const user = session && this.#index.user(session.userId);
    if (!session || !user) throw new Failure('sessionEnded', 'Session expired');
    const subject = { ...this.#subjectOf(user, session), permissions: scopedPermissions(scope, user.permissions) };
    return this.#tokens.signScoped(use, scope, subject, lifetimeSeconds).token;
  }

  #refuseBlocked({ userId, industryId }: Claims, code: 'blocked' | 'disabled'): void {
    if (this.#index.user(userId)?.disabled) throw new Failure(code, 'User is disabled');
    if (this.#options.units.industry(industryId)?.disabled) throw new Failure(code, 'Industry is disabled');
  }

  #live(claims: Claims): Session {
    const session = this.#index.session(claims.sid);
    const genuine = session?.userId === claims.userId && session.industryId === claims.industryId;
    if (genuine && leftSeconds(session, this.#options.clock.now()) <= 0) throw new Failure('expired', 'Token expired');
    const live = genuine ? liveSession(session, this.#index) : undefined;
    if (!live || !session) throw new Failure('sessionEnded', 'Session expired');
    this.#options.phones.used(session.deviceId);
    return live;
  }

  #subjectOf(user: User, session: Pick<StoredSession, 'id' | 'industryId' | 'loginType'>): Subject {
    return {
      userId: user.id,
      email: user.email ?? '',
      username: user.username,
      loginType: session.loginType,
      role: user.role,
      permissions: [...user.permissions],
      industryId: session.industryId,
      sid: session.id,
    };
  }

  #answer(user: User, session: StoredSession, refreshToken: string, baseUrl: string): LoginResponse {
    const { units, clock, leakageEnabled } = this.#options;
    const industry = units.industry(session.industryId);
    if (!industry) throw new Failure('sessionEnded', 'Session expired');
    return loginAnswer({
      user,
      industry,
      categories: units.categories(industry.id),
      units: units.units(industry.id),
      users: this.#index.usersOf(industry.id),
      loginType: session.loginType,
      accessToken: this.#tokens.sign(
        'access',
        this.#subjectOf(user, session),
        Math.min(ACCESS_SECONDS, leftSeconds(session, clock.now())),
      ).token,
      refreshToken,
      leakageEnabled: leakageEnabled(industry.id),
      baseUrl,
      nowMs: clock.now(),
    });
  }

  async #endReused(session: StoredSession): Promise<never> {
    await this.#end(session, 'reuse');
    const { id, userId, industryId } = session;
    await this.#options.audit.record({ kind: 'refresh.reuse', outcome: 'refused', industryId, userId, subject: id });
    throw new Failure('sessionEnded', 'Session expired');
  }

  /** Dead in memory first, so that nothing passes while the row is written. */
  async #end(session: StoredSession, endedBy: string): Promise<void> {
    const { store, bus, clock } = this.#options;
    this.#index.removeSession(session.id);
    bus.emit('sessionEnded', { sessionId: session.id, userId: session.userId });
    await store.endSessions([session.id], endedBy, clock.now());
  }

  #record(kind: string, { userId, industryId, ip, requestId }: Actor, subject: string): Promise<void> {
    return this.#options.audit.record({ kind, outcome: 'done', userId, industryId, ip, requestId, subject });
  }
}
