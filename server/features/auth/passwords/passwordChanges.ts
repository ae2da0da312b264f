import type { Bus } from '../../../core/bus.ts';
import type { Caller } from '../../../core/caller.ts';
import type { Clock } from '../../../core/clock.ts';
import { Failure } from '../../../core/fail.ts';
import type { WriteTx } from '../../../db/writer.ts';
import type { UnitDirectory } from '../../../plantModel/index.ts';
import type { AuditEntry, AuditTrail } from '../../audit/index.ts';
import { refuseOutdated } from '../liveSession.ts';
import type { User } from '../model.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { AuthStore } from '../store.ts';
import type { Credentials, Origin } from './credentials.ts';
import type { PasswordRules } from './passwordRules.ts';
import type { Passwords } from './passwords.ts';

export type PasswordChangesParts = {
  store: AuthStore;
  index: SessionIndex;
  passwords: Passwords;
  rules: PasswordRules;
  directory: UnitDirectory;
  credentials: Credentials;
  audit: AuditTrail;
  bus: Bus;
  clock: Clock;
};

/** New passwords: a user's own, and those that an admin gives. They end what was opened with the old one. */
export class PasswordChanges {
  readonly #parts: PasswordChangesParts;

  constructor(parts: PasswordChangesParts) {
    this.#parts = parts;
  }

  /**
   * The caller's own password; their other sessions end.
   * @throws Failure `credentials` when the present one is wrong, `badRequest` when the new one cannot be taken, `sessionEnded` when
   * somebody ended the session meanwhile.
   */
  async change(caller: Caller, present: string, wanted: string, origin: Origin): Promise<void> {
    const { store, index, credentials } = this.#parts;
    const { userId, sessionId } = caller;
    const presentHash = await credentials.confirm(userId, present);
    if (wanted === present) throw new Failure('badRequest', 'newPassword must be another one');
    await this.#set(
      { id: caller.userId, username: caller.username },
      wanted,
      {
        endedBy: 'password',
        but: sessionId,
        refuseStale: (tx) => {
          if (!index.session(sessionId)) throw new Failure('sessionEnded', 'Session expired');
          if (!store.isPasswordHash(tx, userId, presentHash)) throw new Failure('credentials', 'The present password is wrong');
        },
      },
      {
        ...entryOf('password.change', caller, caller.userId),
        ...origin,
      },
    );
  }

  /**
   * The password of a user of the caller's industry; all their sessions end and a lock is lifted.
   * @throws Failure `notFound`, `permission` when the user may do more than the caller, `badRequest` for a single-sign-on user.
   */
  async reset(caller: Caller, userId: string, wanted: string, origin: Origin): Promise<void> {
    const user = this.resettable(caller, userId);
    const entry = { ...entryOf('password.reset', caller, userId), ...origin };
    await this.replace(user, wanted, entry, () => {
      refuseOutdated(caller, this.#parts.index);
      this.resettable(caller, userId);
    });
  }

  /**
   * A user whose password the caller may replace.
   * @throws Failure `notFound`, `permission` when the user may do more than the caller, `badRequest` for a single-sign-on user.
   */
  resettable(caller: Caller, userId: string): User {
    const user = this.#parts.index.user(userId);
    if (user?.industryId !== caller.industryId) throw new Failure('notFound', 'user not found');
    for (const permission of user.permissions)
      if (!caller.permissions.has(permission))
        throw new Failure('permission', `The user has permission ${permission}, which you lack`);
    if (user.kind === 'sso') throw new Failure('badRequest', 'This user logs in by single sign-on and has no password');
    return user;
  }

  /**
   * A password in place of the present one; all sessions of the user end and a lock is lifted.
   * @param refuseStale throws where what allowed it has changed while the password was hashed.
   * @throws Failure `badRequest`, or what `refuseStale` throws.
   */
  async replace({ id, username }: User, wanted: string, entry: AuditEntry, refuseStale: (tx: WriteTx) => void): Promise<void> {
    await this.#set({ id, username }, wanted, { endedBy: 'reset', unlocks: true, refuseStale }, entry);
  }

  async #set(
    { id: userId, username }: Pick<User, 'id' | 'username'>,
    wanted: string,
    { endedBy, but, unlocks, refuseStale }: { endedBy: string; but?: string; unlocks?: true; refuseStale: (tx: WriteTx) => void },
    entry: AuditEntry,
  ): Promise<void> {
    const { store, index, passwords, rules, directory, credentials, audit, bus, clock } = this.#parts;
    if (wanted.toLowerCase() === username.toLowerCase())
      throw new Failure('badRequest', 'newPassword must not be the username', {
        errors: [{ path: 'newPassword', message: 'must not be the user name' }],
      });
    const user = index.user(userId);
    const plant = directory.industry(user?.industryId ?? '');
    await rules.refuseGuessable('newPassword', wanted, [username, user?.name, user?.email, plant?.name, plant?.id]);
    const passwordHash = await passwords.hash(wanted);
    store.transaction((tx) => {
      refuseStale(tx);
      store.setPassword(tx, userId, passwordHash);
      store.endSessionsOf(tx, userId, { endedBy, but }, clock.now());
      if (unlocks) credentials.unlock(tx, userId);
      audit.append(tx, entry);
    });
    for (const { id } of index.sessionsOf(userId)) {
      if (id === but) continue;
      index.removeSession(id);
      bus.emit('sessionEnded', { sessionId: id, userId });
    }
  }
}

const entryOf = (kind: string, { userId, industryId }: Caller, subject: string): AuditEntry => ({
  kind,
  outcome: 'done',
  userId,
  industryId,
  subject,
});
