import {
  changePerson,
  createPerson,
  deletePerson,
  endPersonSessions,
  listPeople,
  listPersonSessions,
  type Person,
} from '../../contract/plant/accounts/people.ts';
import { Failure } from '../../core/fail.ts';
import { type Route, route } from '../../http/route.ts';
import type { StoredSession, User } from './model.ts';
import { linkView } from './passwords/passwordLinkRoutes.ts';
import type { PasswordLinks } from './passwords/passwordLinks.ts';
import { type People, personTag } from './people.ts';
import { rolePresets } from './rolePresets.ts';
import { sessionView } from './sessionView.ts';

const loginOf = ({ kind, phone }: User): Person['login'] => (kind === 'sso' ? 'sso' : phone === null ? 'password' : 'otp');

const personView = (user: User, sessions: readonly StoredSession[]): Person => ({
  id: user.id,
  username: user.username,
  name: user.name,
  email: user.email,
  role: user.role,
  permissions: [...user.permissions],
  login: loginOf(user),
  active: user.active,
  disabled: user.disabled,
  sessions: sessions.length,
  tag: personTag(user),
});

const presets = Object.fromEntries(Object.entries(rolePresets).map(([role, list]) => [role, [...list]])) as Record<
  keyof typeof rolePresets,
  Person['permissions']
>;

/** The people of an industry, for its admins. */
export const peopleRoutes = ({ people, passwordLinks }: { people: People; passwordLinks: PasswordLinks }): Route[] => [
  route(listPeople)((_, { caller }) => ({
    users: people.of(caller.industryId).map(({ user, sessions }) => personView(user, sessions)),
    presets,
  })),
  route(createPerson)(async ({ body: { link, ...person } }, { caller, ip, requestId, baseUrl }) => {
    if (link && person.password !== undefined) throw new Failure('badRequest', 'password and link exclude each other');
    const [user, password] = await people.create(caller, person, { ip, requestId });
    const made = personView(user, []);
    if (link) return { user: made, link: linkView(await passwordLinks.make(caller, user.id, { ip, requestId }), baseUrl) };
    return { user: made, ...(password !== undefined && { password }) };
  }),
  route(changePerson)(async ({ params, body, headers }, { caller, ip, requestId, confirm }) => {
    const movesLogin = body.email !== undefined && body.email !== people.emailOf(caller, params.id);
    if (movesLogin || body.role !== undefined || body.permissions !== undefined || body.disabled === false) await confirm();
    const user = people.change(caller, params.id, { sent: body, ifMatch: headers['If-Match'] }, { ip, requestId });
    return personView(user, people.sessionsOf(caller, user.id));
  }),
  route(deletePerson)(({ params }, { caller, ip, requestId }) => {
    people.delete(caller, params.id, { ip, requestId });
    return { status: 'success', message: 'User deleted' } as const;
  }),
  route(listPersonSessions)(({ params }, { caller }) => ({
    sessions: people.sessionsOf(caller, params.id).map((session) => sessionView(session, caller.sessionId)),
  })),
  route(endPersonSessions)(async ({ params, query }, { caller, ip, requestId }) => ({
    status: 'success' as const,
    message: 'Sessions ended',
    ended: await people.endSessions(caller, params.id, query.sessionId, { ip, requestId }),
  })),
];
