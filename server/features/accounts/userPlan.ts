import type { AccountSettingsBody } from '../../contract/model/accountSettings.ts';
import type { Permission } from '../../contract/permissions.ts';
import { Failure } from '../../core/fail.ts';
import { type NewUser, rolePresets, type User, type UserChange } from '../auth/index.ts';

/** What a user who was added by phone number may see. */
const reading: readonly Permission[] = [...rolePresets.viewer, 'ALERTS', 'REPORTS'];
/** Granted by name only, never inherited. */
const byNameOnly: readonly Permission[] = ['PLC_WRITE', 'RELAY_CONTROL', 'COMMISSIONING', 'SYSTEM', 'AUDIT'];

export type UserLimits = { maxUsers: number; maxSsoUsers: number };
export type UserPlan = { add: NewUser[]; change: { userId: string; before: User; change: UserChange }[] };

export const isActive = ({ active, disabled }: User): boolean => active && !disabled;
export const phoneUsers = (users: readonly User[]): User[] =>
  users.filter(({ kind, phone, internal }) => kind === 'regular' && phone !== null && !internal);
export const ssoUsers = (users: readonly User[]): User[] => users.filter(({ kind, internal }) => kind === 'sso' && !internal);

type Step = { before: User | undefined; active: boolean };

/** Active users there would be: those who are not touched, and those who are submitted as active. */
const activeAfter = (users: readonly User[], steps: readonly Step[]): number => {
  const touched = new Set(steps.map(({ before }) => before?.id));
  return users.filter((user) => isActive(user) && !touched.has(user.id)).length + steps.filter(({ active }) => active).length;
};

/** An industry that is over a limit already may still save changes that add no user. */
const isTooMany = (users: readonly User[], steps: readonly Step[], most: number): boolean => {
  const after = activeAfter(users, steps);
  return after > most && after > users.filter(isActive).length;
};

const changed = (before: User, wanted: UserChange): UserChange =>
  Object.fromEntries(Object.entries(wanted).filter(([name, value]) => Reflect.get(before, name) !== value));

/**
 * The users that the user and sso sections describe.
 * @param users of the industry, as they are.
 * @throws Failure `badRequest` when there would be more active users than the industry may have, or one entry means two users.
 */
export const planUsers = (
  { user: sent, sso }: Pick<AccountSettingsBody, 'user' | 'sso'>,
  users: readonly User[],
  { industryId, permissions, maxUsers, maxSsoUsers }: UserLimits & { industryId: string; permissions: ReadonlySet<Permission> },
): UserPlan => {
  const plan: UserPlan = { add: [], change: [] };
  const byPhone = phoneUsers(users);
  const bySso = ssoUsers(users);
  const steps = sent.map((entry) => {
    const before = byPhone.find(({ id }) => id === entry.id) ?? byPhone.find(({ phone }) => phone === entry.phoneNo);
    return { before, entry, active: entry.active ?? before?.active ?? true };
  });
  const ssoSteps = (sso ?? []).map((entry) => {
    const before = bySso.find(({ email }) => email?.toLowerCase() === entry.email);
    return { before, entry, active: entry.active ?? before?.active ?? true };
  });
  const ids = steps.flatMap(({ before }) => (before ? [before.id] : []));
  if (new Set(ids).size < ids.length) throw new Failure('badRequest', 'two entries of user are the same user');
  if (isTooMany(byPhone, steps, maxUsers))
    throw new Failure('badRequest', `User limit exceeded. Maximum ${maxUsers} users allowed.`);
  if (isTooMany(bySso, ssoSteps, maxSsoUsers)) throw new Failure('badRequest', 'SSO user limit exceeded.');

  const put = (before: User | undefined, wanted: UserChange, added: () => NewUser): void => {
    if (!before) plan.add.push(added());
    else if (Object.keys(changed(before, wanted)).length > 0)
      plan.change.push({ userId: before.id, before, change: changed(before, wanted) });
  };
  for (const { before, entry, active } of steps) {
    const wanted = { phone: entry.phoneNo, active, ...(entry.name !== undefined && { name: entry.name }) };
    put(before, wanted, () => ({ ...wanted, industryId, role: 'user', kind: 'regular', permissions: reading }));
  }
  const inherited = [...permissions].filter((one) => !byNameOnly.includes(one));
  for (const { before, entry, active } of ssoSteps) {
    const wanted = { role: entry.role, active };
    put(before, wanted, () => ({ ...wanted, email: entry.email, industryId, kind: 'sso', permissions: inherited }));
  }
  return plan;
};
