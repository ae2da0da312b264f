import { Failure } from '../../../core/fail.ts';
import type { WriteTx } from '../../../db/writer.ts';
import type { UnitDirectory } from '../../../plantModel/index.ts';
import type { AuditTrail } from '../../audit/index.ts';
import type { TryWindow } from '../attemptStore.ts';
import type { Attempts } from '../attempts.ts';
import type { Account, ClientFacts } from '../model.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { AuthStore } from '../store.ts';
import type { Passwords } from './passwords.ts';

export type CredentialsParts = {
  store: Pick<AuthStore, 'passwordHash' | 'isKnownDevice'>;
  index: SessionIndex;
  passwords: Passwords;
  attempts: Attempts;
  units: UnitDirectory;
  audit: AuditTrail;
  /** Wrong passwords of one known device, of the console and of the account's open sessions, each by itself, and for how long they lock it. */
  lock: TryWindow;
  /** Wrong passwords of an account that all strangers have together. */
  strangers: TryWindow;
};

/** From where a check was asked for. */
export type Origin = Pick<ClientFacts, 'ip' | 'requestId'>;
/** The same of one who has no session yet. */
export type Comer = Origin & {
  /** What the client calls itself; one that has logged in to the account before is no stranger. */
  deviceId?: string | undefined;
  /** Came from this machine itself, by no proxy. */
  console?: boolean | undefined;
};

/** Whose tries are counted together. */
type Budget = { scope: string; subject: string; window: TryWindow };

/** Checks usernames and passwords: in equal time for unknown users, and no more after too many wrong ones. */
export class Credentials {
  readonly #parts: CredentialsParts;

  constructor(parts: CredentialsParts) {
    this.#parts = parts;
  }

  /**
   * The account of a username, or of `username/industryId` where an internal user names an industry to act in.
   * @throws Failure `credentials`, also while the account is locked for such a comer, or `disabled`.
   */
  async verify(username: string, password: string, comer: Comer): Promise<Account> {
    const { audit, units } = this.#parts;
    const account = this.#find(username);
    const budget = await this.#budgetOf(account?.user.id, username, comer);
    const { matches, mayTry, stored } = await this.#try(account?.user.id ?? '', password, budget);
    const isOpen = matches && account?.user.active && units.industry(account.industryId) !== undefined;
    if (!isOpen || !mayTry) {
      const user = account?.user;
      const industryId = user?.industryId ?? null;
      const { ip, requestId } = comer;
      audit.gather({ kind: 'login', outcome: 'refused', industryId, userId: user?.id ?? null, ip, requestId });
      throw new Failure('credentials', 'Invalid username or password');
    }
    await this.#forgive(budget);
    refuseDisabled(account, units);
    return { ...account, passwordHash: stored };
  }

  /**
   * Whether this is the password of a user who has a session; strangers cannot use these tries up.
   * @returns its hash.
   * @throws Failure `credentials`.
   */
  async confirm(userId: string, password: string): Promise<string> {
    const budget = { scope: SESSION, subject: userId, window: this.#parts.lock };
    const { matches, mayTry, stored } = await this.#try(userId, password, budget);
    if (!matches || !mayTry) throw new Failure('credentials', 'The present password is wrong');
    await this.#forgive(budget);
    return stored;
  }

  /** Ends every lock of an account but those of its known devices, as a new password does. */
  unlock(tx: WriteTx, userId: string): void {
    for (const scope of [STRANGER, CONSOLE, SESSION]) this.#parts.attempts.clearWithin(tx, scope, userId);
  }

  async #budgetOf(userId: string | undefined, username: string, { deviceId, console }: Comer): Promise<Budget> {
    const { store, lock, strangers } = this.#parts;
    const subject = userId ?? username;
    if (console) return { scope: CONSOLE, subject, window: lock };
    // asked for unknown users too, so that they take the same time
    const isKnown = deviceId !== undefined && (await store.isKnownDevice(userId ?? '', deviceId));
    return isKnown
      ? { scope: DEVICE, subject: `${subject} ${deviceId}`, window: lock }
      : { scope: STRANGER, subject, window: strangers };
  }

  /** One who knows the password starts anew; what strangers have spent stays spent, but for this try. */
  #forgive({ scope, subject }: Budget): Promise<void> {
    const { attempts } = this.#parts;
    return scope === STRANGER ? attempts.giveBack(scope, subject) : attempts.clear(scope, subject);
  }

  /** A try is counted before its password is looked at, so that many at once reveal no more than one after another. */
  async #try(
    userId: string,
    password: string,
    { scope, subject, window }: Budget,
  ): Promise<{ matches: boolean; mayTry: boolean; stored: string }> {
    const { store, passwords, attempts } = this.#parts;
    const stored = await store.passwordHash(userId);
    let mayTry = false;
    const matches = await passwords.verify(stored, password, async () => {
      mayTry = await attempts.reserve(scope, subject, window);
    });
    return { matches, mayTry, stored: stored ?? '' };
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

const STRANGER = 'password';
const DEVICE = 'password.device';
const CONSOLE = 'password.console';
const SESSION = 'password.session';

/** For an account that has shown who it is. @throws Failure `disabled`. */
export const refuseDisabled = ({ user, industryId }: Account, units: UnitDirectory): void => {
  if (user.disabled) throw new Failure('disabled', 'User is disabled');
  if (units.industry(industryId)?.disabled) throw new Failure('disabled', 'Industry is disabled');
};
