import { Failure } from '../../core/fail.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { TryWindow } from './attemptStore.ts';
import type { Attempts } from './attempts.ts';
import type { Account, ClientFacts } from './model.ts';
import type { Passwords } from './passwords.ts';
import type { SessionIndex } from './sessionIndex.ts';
import type { AuthStore } from './store.ts';

export type CredentialsParts = {
  store: Pick<AuthStore, 'passwordHash'>;
  index: SessionIndex;
  passwords: Passwords;
  attempts: Attempts;
  units: UnitDirectory;
  audit: AuditTrail;
  /** So many wrong passwords in a row lock the account for as long. */
  lock: TryWindow;
};

/** From where a check was asked for. */
export type Origin = Pick<ClientFacts, 'ip' | 'requestId'>;

const SCOPE = 'password';

/** Checks usernames and passwords: in equal time for unknown users, and no more after too many wrong ones. */
export class Credentials {
  readonly #parts: CredentialsParts;

  constructor(parts: CredentialsParts) {
    this.#parts = parts;
  }

  /**
   * The account of a username, or of `username/industryId` where an internal user names an industry to act in.
   * @throws Failure `credentials`, also while the account is locked, or `disabled`.
   */
  async verify(username: string, password: string, origin: Origin): Promise<Account> {
    const { attempts, lock, audit, units } = this.#parts;
    const account = this.#find(username);
    const subject = account?.user.id ?? username;
    const matches = await this.#matches(account?.user.id ?? '', password);
    const isOpen = matches && account?.user.active && units.industry(account.industryId) !== undefined;
    if (!isOpen) await attempts.fail(SCOPE, subject, lock);
    // asked after the check, so that simultaneous attempts reveal no more than attempts one after another
    if (!isOpen || (await attempts.isFull(SCOPE, subject, lock))) {
      const user = account?.user;
      const industryId = user?.industryId ?? null;
      audit.gather({ kind: 'login', outcome: 'refused', industryId, userId: user?.id ?? null, ...origin });
      throw new Failure('credentials', 'Invalid username or password');
    }
    await attempts.clear(SCOPE, subject);
    refuseDisabled(account, units);
    return account;
  }

  /** Whether this is the user's password; shares the lock with logins. @throws Failure `credentials`. */
  async confirm(userId: string, password: string): Promise<void> {
    const { attempts, lock } = this.#parts;
    const matches = await this.#matches(userId, password);
    if (!matches) await attempts.fail(SCOPE, userId, lock);
    if (!matches || (await attempts.isFull(SCOPE, userId, lock)))
      throw new Failure('credentials', 'The present password is wrong');
    await attempts.clear(SCOPE, userId);
  }

  /** Ends a lock, as a new password does. */
  unlock(userId: string): Promise<void> {
    return this.#parts.attempts.clear(SCOPE, userId);
  }

  async #matches(userId: string, password: string): Promise<boolean> {
    const stored = await this.#parts.store.passwordHash(userId);
    return this.#parts.passwords.verify(stored, password);
  }

  #find(sent: string): Account | undefined {
    const { index } = this.#parts;
    const exact = index.userByName(sent);
    if (exact) return { user: exact, industryId: exact.industryId };
    const at = sent.lastIndexOf('/');
    const user = at > 0 ? index.userByName(sent.slice(0, at)) : undefined;
    return user?.internal ? { user, industryId: sent.slice(at + 1) } : undefined;
  }
}

/** For an account that has shown who it is. @throws Failure `disabled`. */
export const refuseDisabled = ({ user, industryId }: Account, units: UnitDirectory): void => {
  if (user.disabled) throw new Failure('disabled', 'User is disabled');
  if (units.industry(industryId)?.disabled) throw new Failure('disabled', 'Industry is disabled');
};
