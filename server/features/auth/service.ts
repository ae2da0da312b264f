import { randomUUID } from 'node:crypto';
import type { ExternalLoginResponse, LoginResponse } from '../../contract/auth.ts';
import type { Permission } from '../../contract/permissions.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import type { Log } from '../../core/log.ts';
import type { Session, SessionChecker } from '../../http/auth.ts';
import type { Caller } from '../../http/route.ts';
import type { UnitDirectory } from '../units/model.ts';
import { loadTokenKeys } from './keys.ts';
import { loginAnswer } from './loginAnswer.ts';
import type { Passwords } from './passwords.ts';
import { SessionIndex } from './sessionIndex.ts';
import type { AuthStore, StoredSession, User } from './store.ts';
import { type Claims, hashToken, type Subject, Tokens } from './tokens.ts';

export type AuthOptions = {
  store: AuthStore;
  passwords: Passwords;
  units: UnitDirectory;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** File of the signing keys, made at first start. */
  keyFile: string;
  /** Whether any unit of the industry's alert configuration watches for stable flow. */
  leakageEnabled(industryId: string): boolean;
};

/** What a client says about itself at login. */
export type ClientFacts = {
  deviceId?: string | undefined;
  baseUrl?: string | undefined;
  platform?: string | undefined;
  panel: boolean;
  /** Address under which it reached the server. */
  serverUrl: string;
};

export type NewUser = {
  username: string;
  password: string;
  industryId: string;
  role: string;
  permissions: readonly Permission[];
  email?: string;
  name?: string;
  disabled?: boolean;
  internal?: boolean;
};

const ACCESS_SECONDS = 4 * 3600;
const REFRESH_SECONDS = 14 * 86_400;
const MOBILE_REFRESH_SECONDS = 60 * 86_400;
const ROTATE_BELOW_MS = 7 * 86_400_000;
const ADMIN_LOGIN_TYPE = 'admin';

const refreshSeconds = (platform: string | null): number =>
  /^(android|ios)$/i.test(platform ?? '') ? MOBILE_REFRESH_SECONDS : REFRESH_SECONDS;

type Account = { user: User; industryId: string };

/** Logins, sessions and what a token opens now. */
export class AuthService implements SessionChecker {
  readonly #options: AuthOptions;
  readonly #index = new SessionIndex();
  #tokens: Tokens;

  constructor(options: AuthOptions) {
    this.#options = options;
    this.#tokens = new Tokens({ current: '', byId: new Map() }, options.clock);
  }

  /**
   * Reads keys, users and sessions.
   * @throws Failure `unavailable` when the key file is damaged.
   */
  async start(): Promise<void> {
    const { store, passwords, clock, keyFile } = this.#options;
    this.#tokens = new Tokens(loadTokenKeys(keyFile), clock);
    await store.purge(clock.now());
    for (const user of await store.users()) this.#index.putUser(user);
    for (const session of await store.activeSessions(clock.now())) this.#index.putSession(session, clock.now());
    await passwords.prepare();
  }

  access(token: string): Session {
    const claims = this.#tokens.verify(token, 'access');
    this.#refuseBlocked(claims, 'blocked');
    return this.#live(claims);
  }

  refresh(token: string): Session {
    const claims = this.#tokens.verify(token, 'refresh');
    this.#refuseBlocked(claims, 'disabled');
    return this.#live(claims);
  }

  /**
   * Opens a session for a username and password.
   * @throws Failure `credentials` or `disabled`.
   */
  async login(username: string, password: string, loginType: string, client: ClientFacts): Promise<LoginResponse> {
    const account = await this.#verify(username, password);
    const { clock, store, log } = this.#options;
    const session: Omit<StoredSession, 'refreshHash' | 'refreshExpiresAtMs'> = {
      id: randomUUID(),
      userId: account.user.id,
      industryId: account.industryId,
      loginType: account.user.internal ? ADMIN_LOGIN_TYPE : loginType,
      deviceId: client.deviceId ?? null,
      baseUrl: client.baseUrl ?? null,
      platform: client.platform ?? null,
      panel: client.panel,
      createdAtMs: clock.now(),
    };
    const subject = this.#subjectOf(account.user, session);
    const refresh = this.#tokens.sign('refresh', subject, refreshSeconds(session.platform));
    const stored = { ...session, refreshHash: hashToken(refresh.token), refreshExpiresAtMs: refresh.expiresAtMs };
    await store.insertSession(stored);
    this.#index.putSession(stored, clock.now());
    log.info({ userId: account.user.id, sessionId: session.id, loginType: session.loginType }, 'logged in');
    return this.#answer(account.user, stored, refresh.token, client.serverUrl);
  }

  /** As login, for systems that need the tokens only. */
  async externalLogin(username: string, password: string, client: ClientFacts): Promise<ExternalLoginResponse> {
    const { token, access_token, refresh_token, userId, industryId, permissions } = await this.login(
      username,
      password,
      'external',
      client,
    );
    return { token, access_token, refresh_token, userId, industryId, permissions, expiresIn: ACCESS_SECONDS };
  }

  /**
   * A new access token, and a new refresh token when less than 7 days are left.
   * @throws Failure `sessionEnded` when the token was replaced before: somebody else has a copy, so the session ends.
   */
  async renew(sessionId: string, token: string, serverUrl: string): Promise<LoginResponse> {
    const session = this.#index.session(sessionId);
    const user = session && this.#index.user(session.userId);
    if (!session || !user) throw new Failure('sessionEnded', 'Session expired');
    const { clock, store } = this.#options;
    const sentHash = hashToken(token);
    if (sentHash !== session.refreshHash) await this.#endReused(session);
    if (session.refreshExpiresAtMs - clock.now() >= ROTATE_BELOW_MS) return this.#answer(user, session, token, serverUrl);
    const fresh = this.#tokens.sign('refresh', this.#subjectOf(user, session), refreshSeconds(session.platform));
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
  async logout(sessionId: string, deviceId: string | undefined): Promise<void> {
    const session = this.#index.session(sessionId);
    if (!session) throw new Failure('sessionEnded', 'Session expired');
    if (deviceId !== undefined && session.deviceId !== null && session.deviceId !== deviceId)
      throw new Failure('badRequest', 'deviceId is not the one of this session');
    await this.#end(session, 'logout');
  }

  /** @throws Failure `credentials` or `disabled`. */
  async validateCredentials(username: string, password: string): Promise<void> {
    await this.#verify(username, password);
  }

  /** Adds a user who can log in at once. */
  async addUser(user: NewUser): Promise<User> {
    const { store, passwords, clock } = this.#options;
    const added: User = {
      id: randomUUID(),
      industryId: user.industryId,
      username: user.username,
      email: user.email ?? null,
      name: user.name ?? '',
      role: user.role,
      permissions: new Set(user.permissions),
      active: true,
      disabled: user.disabled ?? false,
      internal: user.internal ?? false,
    };
    await store.insertUser(added, await passwords.hash(user.password), clock.now());
    this.#index.putUser(added);
    return added;
  }

  /** `username/industryId` names an internal user and the industry to act in. */
  #find(sent: string): Account | undefined {
    const exact = this.#index.userByName(sent);
    if (exact) return { user: exact, industryId: exact.industryId };
    const at = sent.lastIndexOf('/');
    const user = at > 0 ? this.#index.userByName(sent.slice(0, at)) : undefined;
    return user?.internal ? { user, industryId: sent.slice(at + 1) } : undefined;
  }

  async #verify(username: string, password: string): Promise<Account> {
    const { store, passwords, units } = this.#options;
    const account = this.#find(username);
    const stored = await store.passwordHash(account?.user.id ?? '');
    const matches = await passwords.verify(stored, password);
    const industry = account && units.industry(account.industryId);
    if (!account || !matches || !account.user.active || !industry)
      throw new Failure('credentials', 'Invalid username or password');
    if (account.user.disabled) throw new Failure('disabled', 'User is disabled');
    if (industry.disabled) throw new Failure('disabled', 'Industry is disabled');
    return account;
  }

  #refuseBlocked({ userId, industryId }: Claims, code: 'blocked' | 'disabled'): void {
    if (this.#index.user(userId)?.disabled) throw new Failure(code, 'User is disabled');
    if (this.#options.units.industry(industryId)?.disabled) throw new Failure(code, 'Industry is disabled');
  }

  #live(claims: Claims): Session {
    const session = this.#index.session(claims.sid);
    const user = this.#index.user(claims.userId);
    const genuine = session?.userId === claims.userId && session.industryId === claims.industryId;
    if (!session || !user?.active || !genuine) throw new Failure('sessionEnded', 'Session expired');
    const { industryId, loginType, panel } = session;
    const { id: userId, username, role, permissions, internal } = user;
    const caller: Caller = {
      userId,
      username,
      industryId,
      homeIndustryId: user.industryId,
      role,
      permissions,
      sessionId: session.id,
      loginType,
      internal,
    };
    return { caller, panel };
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
      accessToken: this.#tokens.sign('access', this.#subjectOf(user, session), ACCESS_SECONDS).token,
      refreshToken,
      leakageEnabled: leakageEnabled(industry.id),
      baseUrl,
      nowMs: clock.now(),
    });
  }

  async #endReused(session: StoredSession): Promise<never> {
    this.#options.log.warn(
      { sessionId: session.id, userId: session.userId },
      'a replaced refresh token came back: session ended',
    );
    await this.#end(session, 'reuse');
    throw new Failure('sessionEnded', 'Session expired');
  }

  /** Dead in memory first, so that nothing passes while the row is written. */
  async #end(session: StoredSession, endedBy: string): Promise<void> {
    const { store, bus, clock } = this.#options;
    this.#index.removeSession(session.id);
    bus.emit('sessionEnded', { sessionId: session.id, userId: session.userId });
    await store.endSessions([session.id], endedBy, clock.now());
  }
}
