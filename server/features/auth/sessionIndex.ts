import type { StoredSession, User } from './store.ts';

const SWEEP_MS = 3_600_000;

/**
 * Live sessions and every user's present permissions, in memory, so that each request is decided
 * without the database. Filled at start; a session that is not here has ended.
 */
export class SessionIndex {
  readonly #users = new Map<string, User>();
  readonly #byName = new Map<string, User>();
  readonly #sessions = new Map<string, StoredSession>();
  #sweptMs = 0;

  putUser(user: User): void {
    const before = this.#users.get(user.id);
    if (before) this.#byName.delete(before.username);
    this.#users.set(user.id, user);
    this.#byName.set(user.username, user);
  }

  user(userId: string): User | undefined {
    return this.#users.get(userId);
  }

  userByName(username: string): User | undefined {
    return this.#byName.get(username);
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

  removeSession(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }
}
