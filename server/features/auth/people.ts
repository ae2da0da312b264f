import type { Permission } from '../../contract/permissions.ts';
import type { RolePreset } from '../../contract/plant/accounts/people.ts';
import type { Caller } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { contentTag } from '../../core/contentTag.ts';
import { Failure } from '../../core/fail.ts';
import { refuseOtherTag, requireFound } from '../../core/refusal.ts';
import type { WriteTx } from '../../db/writer.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import type { AuditEntry, AuditTrail } from '../audit/index.ts';
import { refuseOutdated } from './liveSession.ts';
import type { StoredSession, User, UserChange } from './model.ts';
import type { Origin } from './passwords/credentials.ts';
import type { PasswordRules } from './passwords/passwordRules.ts';
import { drawPassword, type Passwords } from './passwords/passwords.ts';
import { rolePresets } from './rolePresets.ts';
import type { SessionIndex } from './sessionIndex.ts';
import type { AuthStore } from './store.ts';
import type { Users } from './users.ts';

export type PeopleParts = {
  store: AuthStore;
  index: SessionIndex;
  users: Users;
  passwords: Passwords;
  rules: PasswordRules;
  directory: UnitDirectory;
  audit: AuditTrail;
  clock: Clock;
};

export type NewPerson = {
  username: string;
  name: string;
  email: string | null;
  role: RolePreset;
  permissions?: Permission[] | undefined;
  password?: string | undefined;
};
export type PersonChange = {
  name?: string | undefined;
  email?: string | null | undefined;
  role?: RolePreset | undefined;
  permissions?: Permission[] | undefined;
  disabled?: boolean | undefined;
};

/** Of what is changed together: two people who change a user at once do not lose each other's change. */
export const personTag = ({ name, email, role, permissions, disabled }: User): string =>
  contentTag([name, email, role, [...permissions].toSorted(), disabled]);

/** @throws Failure `permission` for the first one that the caller lacks. */
const refuseLacking = (caller: Caller, wanted: Iterable<Permission>, message: (permission: Permission) => string): void => {
  for (const permission of wanted) if (!caller.permissions.has(permission)) throw new Failure('permission', message(permission));
};

/** The users of an industry, managed by its admins, who can only grant permissions that they have. */
export class People {
  readonly #parts: PeopleParts;

  constructor(parts: PeopleParts) {
    this.#parts = parts;
  }

  /** Those of the industry; users of the service's operator are not among them. */
  of(industryId: string): { user: User; sessions: StoredSession[] }[] {
    return this.#parts.users
      .usersOf(industryId)
      .filter(({ internal }) => !internal)
      .map((user) => ({ user, sessions: this.#openOf(user.id) }));
  }

  /**
   * @returns the user, and the password where one was drawn.
   * @throws Failure `permission`, `badRequest` for a password that cannot be taken, `conflict` for a name that is taken.
   */
  async create(
    caller: Caller,
    { password, permissions, ...person }: NewPerson,
    origin: Origin,
  ): Promise<[User, string | undefined]> {
    const { store, index, users, passwords, rules, directory, audit } = this.#parts;
    const granted = permissions ?? rolePresets[person.role];
    refuseGrants(caller, granted);
    this.#refuseTaken(person.username);
    if (password?.toLowerCase() === person.username.toLowerCase())
      throw new Failure('badRequest', 'password must not be the username', {
        errors: [{ path: 'password', message: 'must not be the user name' }],
      });
    const plant = directory.industry(caller.industryId);
    if (password !== undefined)
      await rules.refuseGuessable('password', password, [person.username, person.name, person.email, plant?.name, plant?.id]);
    const drawn = password === undefined ? drawPassword() : undefined;
    const passwordHash = await passwords.hash(password ?? drawn ?? '');
    const spec = { ...person, permissions: granted, industryId: caller.industryId };
    const show = store.transaction((tx) => {
      // somebody else may have added it while the password was hashed
      this.#refuseTaken(person.username);
      refuseOutdated(caller, index);
      const shown = users.stage(tx, { add: [spec] }, 'created');
      store.setPasswordOf(tx, person.username, passwordHash);
      audit.append(tx, entryOf('user.add', caller, origin, { subject: person.username, before: undefined, after: spec }));
      return shown;
    });
    show();
    return [requireFound(index.userByName(person.username), 'user'), drawn];
  }

  #refuseTaken(username: string): void {
    if (this.#parts.index.isNameTaken(username))
      throw new Failure('conflict', `The user name ${username} is taken`, {
        errors: [{ path: 'username', message: 'is taken by somebody else' }],
      });
  }

  /** @throws Failure `notFound`. */
  emailOf(caller: Caller, userId: string): string | null {
    return this.#own(caller, userId).email;
  }

  /**
   * @param asked `ifMatch`: tags of the states that the change may be made from; any where absent.
   * @throws Failure `notFound`, `permission`, `conflict` for another state, or `badRequest` for what users may not do to themselves.
   */
  change(
    caller: Caller,
    userId: string,
    { sent, ifMatch }: { sent: PersonChange; ifMatch: string | undefined },
    origin: Origin,
  ): User {
    const { store, users, audit } = this.#parts;
    const user = this.#changeable(caller, userId);
    if (ifMatch !== undefined) refuseOtherTag(ifMatch, personTag(user));
    const permissions = sent.permissions ?? (sent.role && [...rolePresets[sent.role]]);
    if (permissions) refuseGrants(caller, permissions);
    if (user.id === caller.userId && (permissions || sent.disabled))
      throw new Failure('badRequest', 'Nobody changes their own role, permissions or account');
    const change: UserChange = {
      ...(sent.name !== undefined && { name: sent.name }),
      ...(sent.email !== undefined && { email: sent.email }),
      ...(sent.role !== undefined && { role: sent.role }),
      ...(sent.disabled !== undefined && { disabled: sent.disabled }),
      ...(permissions && { permissions }),
    };
    const before = Object.fromEntries(Object.keys(change).map((name) => [name, plain(Reflect.get(user, name))]));
    const show = store.transaction((tx: WriteTx) => {
      const shown = users.stage(tx, { change: [{ userId, change }] }, 'disabled');
      audit.append(tx, entryOf('user.change', caller, origin, { subject: userId, before, after: change }));
      return shown;
    });
    show();
    return requireFound(users.user(userId), 'user');
  }

  /** @throws Failure `notFound`, `permission`, or `badRequest` for the caller themselves. */
  delete(caller: Caller, userId: string, origin: Origin): void {
    const { store, users, index, audit } = this.#parts;
    const user = this.#changeable(caller, userId);
    if (user.id === caller.userId) throw new Failure('badRequest', 'Nobody deletes themselves');
    const show = store.transaction((tx) => {
      const shown = users.stage(tx, { change: [{ userId, change: { disabled: true, email: null, phone: null } }] }, 'deleted');
      store.forgetUser(tx, userId);
      audit.append(
        tx,
        entryOf('user.delete', caller, origin, {
          subject: userId,
          before: { username: user.username, role: user.role },
          after: undefined,
        }),
      );
      return shown;
    });
    show();
    index.removeUser(userId);
  }

  /** @throws Failure `notFound`. */
  sessionsOf(caller: Caller, userId: string): StoredSession[] {
    return this.#openOf(this.#own(caller, userId).id);
  }

  /**
   * Ends one session of a user, or all.
   * @returns how many.
   * @throws Failure `notFound` or `permission`.
   */
  async endSessions(caller: Caller, userId: string, sessionId: string | undefined, origin: Origin): Promise<number> {
    const { users, audit } = this.#parts;
    const user = this.#changeable(caller, userId);
    const wanted = this.#openOf(user.id).filter(({ id }) => sessionId === undefined || id === sessionId);
    if (sessionId !== undefined) requireFound(wanted[0], 'session');
    const entry = entryOf('session.end', caller, origin, { subject: userId, before: undefined, after: { ended: wanted.length } });
    await users.endSessions(wanted, 'admin', (tx) => audit.append(tx, entry));
    return wanted.length;
  }

  #openOf(userId: string): StoredSession[] {
    const { index, clock } = this.#parts;
    const open = index.sessionsOf(userId).filter(({ refreshExpiresAtMs }) => refreshExpiresAtMs > clock.now());
    return open.toSorted((a, b) => b.createdAtMs - a.createdAtMs);
  }

  /** A user of another industry answers like one that does not exist. */
  #own({ industryId }: Caller, userId: string): User {
    const user = this.#parts.users.user(userId);
    return requireFound(user?.industryId === industryId && !user.internal ? user : undefined, 'user');
  }

  #changeable(caller: Caller, userId: string): User {
    const user = this.#own(caller, userId);
    refuseLacking(caller, user.permissions, (permission) => `The user has permission ${permission}, which you lack`);
    return user;
  }
}

const refuseGrants = (caller: Caller, permissions: Iterable<Permission>): void =>
  refuseLacking(caller, permissions, (permission) => `You cannot give permission ${permission}, which you lack`);

const plain = (value: unknown): unknown => (value instanceof Set ? [...value] : value);

const entryOf = (
  kind: string,
  { userId, industryId }: Caller,
  { ip, requestId }: Origin,
  changed: { subject: string; before: unknown; after: unknown },
): AuditEntry => ({ kind, outcome: 'done', userId, industryId, ip, requestId, ...changed });
