import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import type { Writer } from '../../db/writer.ts';
import type { AuditTrail } from '../audit/index.ts';
import { AttemptStore } from './attemptStore.ts';
import type { User } from './model.ts';
import { Passwords } from './passwords/passwords.ts';
import { AuthStore } from './store.ts';
import { hashToken } from './tokens.ts';

export type OpenAccountParts = { writer: Writer; audit: AuditTrail; clock: Clock };

const stateOf = ({ active, disabled }: User): 'active' | 'inactive' | 'disabled' =>
  disabled ? 'disabled' : active ? 'active' : 'inactive';

/** What the console does for an account from outside the running server. */
export const openAccount = ({ writer, audit, clock }: OpenAccountParts) => {
  const store = new AuthStore(writer);
  const attempts = new AttemptStore(writer);
  const known = async (): Promise<User[]> => (await store.users()).filter(({ kind }) => kind === 'regular');
  return {
    /** Those who may do everything at the site. */
    async owners() {
      const owners = (await known()).filter(({ permissions }) => permissions.has('SYSTEM'));
      return owners.map((user) => ({ ...user, state: stateOf(user) }));
    },
    /**
     * Ends the locks of a user, enables the account and sets a password where one is given.
     * @throws Failure `notFound`.
     */
    async open(username: string, password: string | undefined): Promise<void> {
      const user = (await known()).find((one) => one.username === username);
      if (!user) throw new Failure('notFound', `there is no user ${username} who logs in with a password`);
      const passwordHash = password === undefined ? undefined : await new Passwords().hash(password);
      store.transaction((tx) => {
        attempts.clearAllWithin(tx, hashToken(user.id));
        store.putUser(tx, { ...user, active: true, disabled: false }, clock.now());
        if (passwordHash !== undefined) {
          store.setPassword(tx, user.id, passwordHash);
          store.endSessionsOf(tx, user.id, { endedBy: 'console' }, clock.now());
        }
        audit.append(tx, {
          kind: 'console.unlock',
          outcome: 'done',
          industryId: user.industryId,
          userId: null,
          subject: user.id,
          after: { newPassword: passwordHash !== undefined },
        });
      });
    },
  };
};
