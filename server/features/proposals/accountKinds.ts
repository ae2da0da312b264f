import { proposablePermissions, proposalValues } from '../../contract/hub/proposals.ts';
import type { Permission } from '../../contract/permissions.ts';
import { Failure } from '../../core/fail.ts';
import { requireFound } from '../../core/refusal.ts';
import type { Writer } from '../../db/writer.ts';
import type { SettingsAdditions, SettingsService } from '../accounts/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { User, UserChange, UserDirectory } from '../auth/index.ts';
import type { Decider, KindRule, KindRules, Values } from './kinds.ts';

export type AccountKindParts = {
  writer: Writer;
  users: UserDirectory;
  settings: Pick<SettingsService, 'reports'>;
  additions: SettingsAdditions;
  audit: Pick<AuditTrail, 'append'>;
};

const lookers: ReadonlySet<string> = new Set(proposablePermissions.options);
const sorted = (permissions: Iterable<string>): string[] => [...permissions].toSorted();
const actorOf = ({ userId, permissions, ip, requestId }: Decider, industryId: string) => ({
  ...{ industryId, userId, permissions },
  act: {
    industryId,
    userId,
    outcome: 'done' as const,
    ...(ip !== undefined && { ip }),
    ...(requestId !== undefined && { requestId }),
  },
});

/** Whoever may do more than look is a matter for a person who may do as much. @throws Failure `permission`. */
const refuseUnlessAllowed = ({ userId, permissions, isPresent }: Decider, user: User): void => {
  const more = [...user.permissions].filter((one) => !lookers.has(one));
  if (!isPresent && more.length > 0) throw new Failure('permission', `The user has permission ${more[0]}: a person decides`);
  if (user.id === userId) throw new Failure('badRequest', 'Nobody changes their own permissions or account');
  const lacking = more.find((one) => !permissions.has(one));
  if (lacking) throw new Failure('permission', `The user has permission ${lacking}, which you lack`);
};

/** People who may log in, and reports that are made by themselves. */
export const accountKinds = ({
  writer,
  users,
  settings,
  additions,
  audit,
}: AccountKindParts): Pick<KindRules, 'accountCreate' | 'accountDisable' | 'accountPermissions' | 'reportSchedules'> => {
  const userOf = (industryId: string, id: string): User | undefined =>
    users.usersOf(industryId).find((user) => user.id === id && !user.internal);
  const byPhone = (industryId: string, phone: string): User | undefined =>
    users.usersOf(industryId).find((user) => user.phone === phone && !user.internal);
  const changing = (mayApply: boolean, read: (user: User) => Values, change: (values: Values) => UserChange): KindRule => ({
    mayApply,
    nameOf: (industryId, target) => userOf(industryId, target)?.name || (userOf(industryId, target)?.username ?? ''),
    present: async (industryId, target) => {
      const user = userOf(industryId, target);
      return user && read(user);
    },
    apply: async (decider, { industryId, target, values }) => {
      const user = requireFound(userOf(industryId, target), 'user');
      refuseUnlessAllowed(decider, user);
      const { act } = actorOf(decider, industryId);
      const show = writer.run((tx) => {
        const shown = users.stage(tx, { change: [{ userId: user.id, change: change(values) }] }, 'disabled');
        audit.append(tx, { ...act, kind: 'user.change', subject: user.id, before: read(user), after: values });
        return shown;
      });
      show();
    },
  });
  return {
    accountCreate: {
      mayApply: false,
      nameOf: (industryId, target) => byPhone(industryId, target)?.name ?? '',
      present: async (industryId, target) => ({ name: byPhone(industryId, target)?.name ?? null }),
      apply: (decider, { industryId, target, values }) =>
        additions.addPhoneUser(actorOf(decider, industryId), { phoneNo: target, name: String(values.name) }),
    },
    accountDisable: changing(
      true,
      ({ disabled }) => ({ disabled }),
      () => ({ disabled: true }),
    ),
    accountPermissions: changing(
      false,
      ({ permissions }) => ({ permissions: sorted(permissions) }),
      ({ permissions }) => ({ permissions: permissions as Permission[] }),
    ),
    reportSchedules: {
      mayApply: false,
      nameOf: () => '',
      present: async (industryId) => ({ schedules: (await settings.reports(industryId)).schedules as Values[string] }),
      apply: (decider, { industryId, values }) =>
        additions.setSchedules(actorOf(decider, industryId), proposalValues.reportSchedules.parse(values).schedules),
    },
  };
};
