import { randomUUID } from 'node:crypto';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import type { WriteTx } from '../../db/writer.ts';
import type { NewUser, User, UserChange, UserDirectory, UserWrites } from './model.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { SessionIndex } from './sessionIndex.ts';
import type { SsoStore } from './sso/ssoStore.ts';
import type { AuthStore } from './store.ts';

export type UsersParts = {
  store: AuthStore;
  sso: Pick<SsoStore, 'unbind'>;
  index: SessionIndex;
  passwords: Passwords;
  bus: Bus;
  clock: Clock;
};

const isShut = ({ active, disabled }: User): boolean => !active || disabled;

/** Adds and changes users; what a change takes away is gone at once, for HTTP and for open sockets. */
export class Users implements UserDirectory {
  readonly #parts: UsersParts;

  constructor(parts: UsersParts) {
    this.#parts = parts;
  }

  usersOf(industryId: string): User[] {
    return this.#parts.index.usersOf(industryId);
  }

  user(userId: string): User | undefined {
    return this.#parts.index.user(userId);
  }

  /** Whether any user has SYSTEM, as the account of the first run does, and somebody can log in. */
  hasOwner(): boolean {
    if (!this.#parts.store.hasWayIn()) return false;
    for (const { permissions, internal } of this.#parts.index.users()) if (permissions.has('SYSTEM') && !internal) return true;
    return false;
  }

  /**
   * Adds a user who can log in at once.
   * @throws Failure `conflict` when the name, phone number or e-mail address is taken.
   */
  async add(spec: NewUser & { password?: string }, also?: (tx: WriteTx, user: User) => void): Promise<User> {
    const { store, passwords } = this.#parts;
    const passwordHash = spec.password === undefined ? undefined : await passwords.hash(spec.password);
    const user = this.#made(spec);
    store.transaction((tx) => {
      this.#put(tx, user);
      if (passwordHash !== undefined) store.setPassword(tx, user.id, passwordHash);
      also?.(tx, user);
    });
    this.#show([user]);
    return user;
  }

  /** Gives a user without a password, as all are of a plant that came from its hub, one and every right. @throws Failure `conflict` where there is one. */
  async openAgain(userId: string, spec: NewUser & { password: string }, also: (tx: WriteTx, user: User) => void): Promise<void> {
    const { store, passwords } = this.#parts;
    const known = this.#known(userId);
    if ((await store.passwordHash(userId)) !== null) throw new Failure('conflict', `${known.username} is registered already`);
    const passwordHash = await passwords.hash(spec.password);
    const { name = known.name, email = known.email, role } = spec;
    const user: User = { ...known, name, email, role, permissions: new Set(spec.permissions), active: true, disabled: false };
    store.transaction((tx) => {
      this.#put(tx, user);
      store.setPassword(tx, userId, passwordHash);
      also(tx, user);
    });
    this.#show([user]);
  }

  /** @throws Failure as `stage`. */
  async change(userId: string, change: UserChange, endedBy: string): Promise<User> {
    const show = this.#parts.store.transaction((tx) => this.stage(tx, { change: [{ userId, change }] }, endedBy));
    show();
    return this.#known(userId);
  }

  stage(tx: WriteTx, { add = [], change = [] }: UserWrites, endedBy: string): () => void {
    const { store, sso, clock } = this.#parts;
    const changed = change.map((one) => ({ before: this.#known(one.userId), after: merge(this.#known(one.userId), one.change) }));
    for (const { after } of changed) if (isShut(after)) store.endSessionsOf(tx, after.id, { endedBy }, clock.now());
    for (const { before, after } of changed) {
      if (before.email !== after.email) sso.unbind(tx, after.id);
      this.#put(tx, after);
    }
    const added = add.map((spec) => this.#made(spec));
    for (const user of added) this.#put(tx, user);
    return () => this.#show([...changed.map(({ after }) => after), ...added]);
  }

  /** Ends sessions at once, their sockets too. */
  async endSessions(
    sessions: readonly { id: string; userId: string }[],
    endedBy: string,
    also?: (tx: WriteTx) => void,
  ): Promise<void> {
    const { store, index, bus, clock } = this.#parts;
    await store.endSessions(
      sessions.map(({ id }) => id),
      endedBy,
      clock.now(),
      also,
    );
    for (const { id, userId } of sessions) {
      index.removeSession(id);
      bus.emit('sessionEnded', { sessionId: id, userId });
    }
  }

  #known(userId: string): User {
    const user = this.#parts.index.user(userId);
    if (!user) throw new Failure('notFound', 'user not found');
    return user;
  }

  #made(spec: NewUser): User {
    const { index } = this.#parts;
    const base = spec.username ?? spec.phone ?? spec.email;
    if (!base) throw new Failure('badRequest', 'a user needs a username, a phone number or an e-mail address');
    // this name is never typed: such users log in by their number or their provider
    const id = randomUUID();
    const username = spec.username === undefined && index.userByName(base) ? `${base} ${id}` : base;
    return {
      id,
      industryId: spec.industryId,
      username,
      email: spec.email ?? null,
      phone: spec.phone ?? null,
      name: spec.name ?? '',
      role: spec.role,
      permissions: new Set(spec.permissions),
      kind: spec.kind ?? 'regular',
      active: spec.active ?? true,
      disabled: spec.disabled ?? false,
      internal: spec.internal ?? false,
    };
  }

  #put(tx: WriteTx, user: User): void {
    try {
      this.#parts.store.putUser(tx, user, this.#parts.clock.now());
    } catch (error) {
      if (!/^SQLITE_CONSTRAINT/.test(String((error as { code?: unknown }).code))) throw error;
      const what = user.kind === 'sso' ? `e-mail address ${user.email}` : `${user.phone ?? user.username}`;
      throw new Failure('conflict', `${what} is registered already`, { cause: error });
    }
  }

  #show(users: readonly User[]): void {
    const { index, bus } = this.#parts;
    for (const user of users) {
      index.putUser(user);
      if (!isShut(user)) continue;
      for (const { id } of index.sessionsOf(user.id)) {
        index.removeSession(id);
        bus.emit('sessionEnded', { sessionId: id, userId: user.id });
      }
    }
  }
}

const merge = (user: User, { permissions, ...change }: UserChange): User => ({
  ...user,
  ...change,
  ...(permissions && { permissions: new Set(permissions) }),
});
