import { randomUUID } from 'node:crypto';
import type { Permission } from '../../contract/permissions.ts';
import { WALL_TOKEN } from '../../contract/process/secrets.ts';
import type { LoginResponse } from '../../contract/user/auth.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import type { Opens, Session, SessionChecker } from '../../http/auth.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import type { AuditEntry, AuditTrail } from '../audit/index.ts';
import { entryOf, type SessionActor } from './actor.ts';
import type { Phones } from './devices/phones.ts';
import type { Walls } from './devices/walls.ts';
import { loadTokenKeys, nextTokenKeys } from './keys.ts';
import { liveSession } from './liveSession.ts';
import { loginAnswer } from './loginAnswer.ts';
import type { Account, ClientFacts, StoredSession, User } from './model.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { ACCESS_SECONDS, isLastRefresh, KEEP_KEY_MS, leftSeconds, ROTATE_BELOW_MS, refreshSeconds } from './sessionLife.ts';
import type { AuthStore } from './store.ts';
import { scopedCaller } from './tickets/scopes.ts';
import { Tickets } from './tickets/tickets.ts';
import { type Claims, hashToken, namesScope, subjectOf, Tokens } from './tokens.ts';

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

/** Logins, sessions and what a token opens now. */
export class AuthService implements SessionChecker {
  readonly #options: AuthOptions;
  readonly #index: SessionIndex;
  readonly #tokens: Tokens;
  /** Tokens of one purpose. */
  readonly tickets: Tickets;

  constructor(options: AuthOptions) {
    this.#options = options;
    this.#index = options.index;
    this.#tokens = new Tokens({ current: '', byId: new Map() }, options.clock);
    const sessionOf = (claims: Claims): Session => this.#unblocked(claims, 'blocked');
    this.tickets = new Tickets({ index: options.index, tokens: this.#tokens, sessionOf });
  }

  /**
   * Reads keys, users and sessions.
   * @throws Failure `unavailable` when the key file is damaged.
   */
  async start(): Promise<void> {
    const { store, passwords, clock, keyFile } = this.#options;
    this.#tokens.adoptKeys(loadTokenKeys(keyFile));
    // what is over stays until the next start: a plant whose disk is full starts nevertheless
    await store.purge(clock.now()).catch(() => undefined);
    for (const user of await store.users()) this.#index.putUser(user);
    for (const session of await store.activeSessions(clock.now())) this.#index.putSession(session, clock.now());
    await passwords.prepare();
  }

  access(token: string, opens?: Opens): Session {
    if (token.startsWith(WALL_TOKEN)) return this.#options.walls.access(token, opens);
    const scope = opens?.scope;
    const isScoped = scope !== undefined && namesScope(token, 'access', scope);
    const claims = isScoped ? this.#tokens.verifyScoped(token, 'access', scope) : this.#tokens.verify(token, 'access');
    const session = this.#unblocked(claims, 'blocked');
    return isScoped ? { ...session, caller: scopedCaller(session.caller, scope) } : session;
  }

  /** What a session may do now, its tokens apart; null once it has ended or its user or industry is shut. */
  permissionsNow(sessionId: string): ReadonlySet<Permission> | null {
    const session = this.#index.session(sessionId);
    const live = session && liveSession(session, this.#index);
    if (!live || this.#index.user(session.userId)?.disabled) return null;
    return this.#options.units.industry(session.industryId)?.disabled ? null : live.caller.permissions;
  }

  refresh(token: string): Session {
    return this.#unblocked(this.#tokens.verify(token, 'refresh'), 'disabled');
  }

  requireEnabled(industryId: string): void {
    if (this.#options.units.industry(industryId)?.disabled) throw new Failure('disabled', 'Industry is disabled');
  }

  /**
   * Opens a session for an account that has shown who it is.
   * @param shownBy the LoginType it was shown by.
   * @throws Failure `credentials` when the account was shut meanwhile, or got another password than it was shown by.
   */
  async open({ user, industryId, passwordHash }: Account, shownBy: string, client: ClientFacts): Promise<LoginResponse> {
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
    const subject = subjectOf(user, session);
    const refresh = this.#tokens.sign('refresh', subject, refreshSeconds(session, clock.now()));
    const stored = { ...session, refreshHash: hashToken(refresh.token), refreshExpiresAtMs: refresh.expiresAtMs };
    const entry: AuditEntry = {
      kind: industryId === user.industryId ? 'login' : 'login.internal',
      outcome: 'done',
      industryId,
      userId: user.id,
      subject: session.id,
      after: { loginType: shownBy, deviceId: session.deviceId, platform: session.platform, homeIndustryId: user.industryId },
      ip: client.ip,
      requestId: client.requestId,
    };
    await store.insertSession(stored, (tx) => {
      if (passwordHash !== undefined && !store.isPasswordHash(tx, user.id, passwordHash))
        throw new Failure('credentials', 'Invalid username or password');
      audit.append(tx, entry);
    });
    this.#index.putSession(stored, clock.now());
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
    const fresh = this.#tokens.sign('refresh', subjectOf(user, session), refreshSeconds(session, clock.now()));
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
  async logout(actor: SessionActor, deviceId: string | undefined): Promise<void> {
    const session = this.#index.session(actor.sessionId);
    if (!session) throw new Failure('sessionEnded', 'Session expired');
    if (deviceId !== undefined && session.deviceId !== null && session.deviceId !== deviceId)
      throw new Failure('badRequest', 'deviceId is not the one of this session');
    await this.#end(session, 'logout', entryOf('logout', actor, session.id));
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
  async endOwn(actor: SessionActor, sessionId: string): Promise<void> {
    const session = this.#index.session(sessionId);
    if (session?.userId !== actor.userId) throw new Failure('notFound', 'session not found');
    await this.#end(session, 'user', entryOf('session.end', actor, sessionId));
  }

  /** A new key signs from now on; tokens of the older ones live until they expire. */
  rotateKeys(actor: SessionActor): void {
    const { store, audit, keyFile, clock } = this.#options;
    const { keys, save } = nextTokenKeys(keyFile, clock.now(), KEEP_KEY_MS);
    store.transaction((tx) => {
      audit.append(tx, entryOf('keys.rotate', actor, keys.current));
      save();
    });
    this.#tokens.adoptKeys(keys);
  }

  #unblocked(claims: Claims, code: 'blocked' | 'disabled'): Session {
    if (this.#index.user(claims.userId)?.disabled) throw new Failure(code, 'User is disabled');
    if (this.#options.units.industry(claims.industryId)?.disabled) throw new Failure(code, 'Industry is disabled');
    return this.#live(claims);
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
        subjectOf(user, session),
        Math.min(ACCESS_SECONDS, leftSeconds(session, clock.now())),
      ).token,
      refreshToken,
      leakageEnabled: leakageEnabled(industry.id),
      baseUrl,
      nowMs: clock.now(),
    });
  }

  async #endReused(session: StoredSession): Promise<never> {
    const { id, userId, industryId } = session;
    await this.#end(session, 'reuse', { kind: 'refresh.reuse', outcome: 'refused', industryId, userId, subject: id });
    throw new Failure('sessionEnded', 'Session expired');
  }

  /** Stored first: one that was dead in memory alone would live again after the next start. */
  async #end(session: StoredSession, endedBy: string, entry?: AuditEntry): Promise<void> {
    const { store, bus, clock, audit } = this.#options;
    await store.endSessions([session.id], endedBy, clock.now(), (tx) => entry && audit.append(tx, entry));
    this.#index.removeSession(session.id);
    bus.emit('sessionEnded', { sessionId: session.id, userId: session.userId });
  }
}
