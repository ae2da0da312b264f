import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ifMatch, ok } from '../../model/common.ts';
import { permission } from '../../permissions.ts';
import { nameText } from '../../rules/nameText.ts';
import { idPath } from '../row.ts';
import { newPassword, sessionView } from './access.ts';
import { passwordLink } from './passwordLinks.ts';

const own = { base: 'plant', auth: 'access', limit: 'default', permission: 'ACCOUNT_SETTINGS' } as const;

const rolePresets = ['operator', 'technician', 'viewer', 'manager', 'admin'] as const;
export const rolePreset = z
  .enum(rolePresets)
  .meta({ id: 'RolePreset', description: 'a usual set of permissions; what a user may do are the permissions alone' });
export type RolePreset = z.infer<typeof rolePreset>;

const granted = z
  .array(permission)
  .max(64)
  .superRefine((list, context) => {
    const again = list.findIndex((one, at) => list.indexOf(one) !== at);
    if (again >= 0) context.addIssue({ code: 'custom', path: [again], message: `${list[again]} is given more than once` });
  });

const person = z
  .object({
    id: z.string(),
    username: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    role: z.string(),
    permissions: z.array(permission).meta({ description: 'what the user may do, each by its name' }),
    login: z
      .enum(['password', 'otp', 'sso'])
      .meta({ description: 'how the user logs in: by name and password, by a code to a phone, or through an identity provider' }),
    active: z.boolean().meta({ description: 'false where account settings took the user out of use' }),
    disabled: z.boolean(),
    sessions: z.number().int().meta({ description: 'open now' }),
    tag: z.string().meta({ description: 'of name, address, role, permissions and account; for If-Match of a change' }),
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof person>;

const guard =
  'Nobody gives a permission that they do not hold, and nobody changes a user who may do more than they: 401 with the name of the permission. ' +
  'Every grant is in the audit log.';

export const listPeople = endpoint({
  ...own,
  method: 'get',
  path: '/users',
  summary: 'The users of the industry, and the role presets',
  description: 'Users with a name and a password, those with a phone number and those of identity providers.',
  faults: [],
  reply: z.object({
    users: z.array(person),
    presets: z
      .record(rolePreset, z.array(permission))
      .meta({ description: 'permissions that each role gives where none are named' }),
  }),
});

export const createPerson = endpoint({
  ...own,
  confirm: 'always',
  method: 'post',
  path: '/users',
  summary: 'Adds a user with a name and a password',
  description: `Without a password one is drawn and answered this once; with link: true a one-time link is answered instead, by which the user chooses one. Such users do not count to maxUsers. ${guard} A name that is taken is 409.`,
  faults: ['schema', 'badRequest', 'conflict', 'unavailable'],
  body: z.object({
    username: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9._@-]{1,63}$/,
        'must be 2 to 64 letters, digits or . _ @ -, and begin with a letter or digit',
      ),
    name: nameText(100).default(''),
    email: z.email().max(254).nullable().default(null),
    role: rolePreset,
    permissions: granted.optional().meta({ description: 'in place of those of the role' }),
    password: newPassword.optional(),
    link: z
      .boolean()
      .default(false)
      .meta({ description: 'answers a one-time link in place of a password; not together with one' }),
  }),
  creates: true,
  reply: z.object({
    user: person,
    password: z.string().optional().meta({ description: 'the one that was drawn; it is shown never again' }),
    link: passwordLink.optional(),
  }),
});

const personTag = z.object({
  'If-Match': ifMatch.shape['If-Match'].meta({
    description: '`tag` of the user that the change was made from; another one is 409',
  }),
});

export const changePerson = endpoint({
  ...own,
  confirm: 'byHandler',
  method: 'patch',
  path: '/users/{id}',
  summary: 'Changes a user: name, e-mail address, role, permissions, or disables the account',
  description:
    `What is left out stays. A new role without permissions gives those of its preset. Disabling ends all sessions. ${guard} ` +
    'The password is asked for where role, permissions or e-mail address change, or a disabled account is enabled. ' +
    'Nobody changes their own role, permissions or account: 400.',
  faults: ['schema', 'badRequest', 'notFound', 'conflict'],
  params: idPath,
  headers: personTag,
  body: z.object({
    name: nameText(100).optional(),
    email: z.email().max(254).nullable().optional(),
    role: rolePreset.optional(),
    permissions: granted.optional(),
    disabled: z.boolean().optional(),
  }),
  reply: person,
});

export const deletePerson = endpoint({
  ...own,
  method: 'delete',
  path: '/users/{id}',
  summary: 'Deletes a user',
  description: `All sessions end; name, address, phone number and password are forgotten, and what the audit log says stays. ${guard} Nobody deletes themselves: 400.`,
  faults: ['badRequest', 'notFound'],
  params: idPath,
  reply: ok,
});

export const listPersonSessions = endpoint({
  ...own,
  method: 'get',
  path: '/users/{id}/sessions',
  summary: 'A user’s open sessions, newest first',
  faults: ['notFound'],
  params: idPath,
  reply: z.object({ sessions: z.array(sessionView) }),
});

export const endPersonSessions = endpoint({
  ...own,
  method: 'delete',
  path: '/users/{id}/sessions',
  summary: 'Ends sessions of a user: one, or all of them',
  description: `Their tokens are dead from then on and their live connections close. ${guard}`,
  faults: ['notFound'],
  params: idPath,
  query: z.object({ sessionId: z.string().max(64).optional().meta({ description: 'all of the user’s sessions where absent' }) }),
  reply: ok.extend({ ended: z.number().int() }),
});

export const plantPeopleEndpoints = [
  listPeople,
  createPerson,
  changePerson,
  deletePerson,
  listPersonSessions,
  endPersonSessions,
] as const;
