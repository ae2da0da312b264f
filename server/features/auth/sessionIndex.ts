import { HOUR_MS } from '../../core/time.ts';
import type { StoredSession, User } from './model.ts';

const SWEEP_MS = HOUR_MS;

const ssoKey = (industryId: string, email: string): string => `${industryId} ${email.toLowerCase()}`;

/**
 * Live sessions and every user's present permissions, in memory, so that each request is decided
 * without the database. Filled at start; a session that is not here has ended.
 */
export class SessionIndex {
  readonly #users = new Map<string, User>();
  readonly #byName = new Map<string, User>();
  readonly #byPhone = new Map<string, User>();
  readonly #bySsoEmail = new Map<string, User>();
  readonly #sessions = new Map<string, StoredSession>();
  #sweptMs = 0;

  putUser(user: User): void {
    const before = this.#users.get(user.id);
    if (before) this.#forgetNames(before);
    this.#users.set(user.id, user);
    this.#byName.set(user.username, user);
    if (user.phone !== null) this.#byPhone.set(user.phone, user);
    if (user.kind === 'sso' && user.email !== null) this.#bySsoEmail.set(ssoKey(user.industryId, user.email), user);
  }

  removeUser(userId: string): void {
    const user = this.#users.get(userId);
    if (user) this.#forgetNames(user);
    this.#users.delete(userId);
  }

  user(userId: string): User | undefined {
    return this.#users.get(userId);
  }

  userByName(username: string): User | undefined {
    return this.#byName.get(username);
  }

  /** By whoever's name reads alike: a second one that differs in capitals would be taken for the first. */
  isNameTaken(username: string): boolean {
    const wanted = username.toLowerCase();
    return [...this.#byName.keys()].some((name) => name.toLowerCase() === wanted);
  }

  userByPhone(phone: string): User | undefined {
    return this.#byPhone.get(phone);
  }

  /** E-mail addresses match without regard to case. */
  ssoUser(industryId: string, email: string): User | undefined {
    return this.#bySsoEmail.get(ssoKey(industryId, email));
  }

  users(): IterableIterator<User> {
    return this.#users.values();
  }

  usersOf(industryId: string): User[] {
    return [...this.#users.values()].filter((user) => user.industryId === industryId);
  }

  putSession(session: StoredSession, nowMs: number): void {
    this.#sessions.set(session.id, session);
    if (nowMs - this.#sweptMs < SWEEP_MS) return;
    this.#sweptMs = nowMs;
    for (const [id, { refreshExpiresAtMs }] of this.#sessions) if (refreshExpiresAtMs <= nowMs) this.#sessions.delete(id);
  }

  session(sessionId: string): StoredSession | undefined {
    return this.#sessions.get(sessionId);
  }

  sessionsOf(userId: string): StoredSession[] {
    return [...this.#sessions.values()].filter((session) => session.userId === userId);
  }

  /** Of all users who logged in from it. */
  sessionsOfDevice(deviceId: string): StoredSession[] {
    return [...this.#sessions.values()].filter((session) => session.deviceId === deviceId);
  }

  removeSession(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  #forgetNames({ username, phone, kind, email, industryId }: User): void {
    this.#byName.delete(username);
    if (phone !== null) this.#byPhone.delete(phone);
    if (kind === 'sso' && email !== null) this.#bySsoEmail.delete(ssoKey(industryId, email));
  }
}
