import { changePassword, endSession, listSessions, resetPassword, rotateKeys } from '../../contract/plant/accounts/access.ts';
import { changeSsoIssuer, createSsoIssuer, deleteSsoIssuer, listSsoIssuers } from '../../contract/plant/accounts/sso.ts';
import { readSetup, setUp } from '../../contract/plant/setup.ts';
import type { Caller } from '../../core/caller.ts';
import { type Context, type Route, route } from '../../http/route.ts';
import type { SessionActor } from './actor.ts';
import { type DeviceRoutesParts, deviceRoutes, type ReadPairingFacts } from './devices/routes.ts';
import type { PasswordChanges } from './passwords/passwordChanges.ts';
import { passwordLinkRoutes } from './passwords/passwordLinkRoutes.ts';
import type { PasswordLinks } from './passwords/passwordLinks.ts';
import type { People } from './people.ts';
import { peopleRoutes } from './peopleRoutes.ts';
import type { AuthService } from './service.ts';
import { sessionView } from './sessionView.ts';
import type { Setup } from './setup.ts';
import type { SsoIssuers } from './sso/ssoIssuers.ts';
import type { SsoIssuer } from './sso/ssoStore.ts';

export type AccessRoutesParts = DeviceRoutesParts & {
  auth: AuthService;
  passwordChanges: PasswordChanges;
  ssoIssuers: SsoIssuers;
  setup: Setup;
  people: People;
  passwordLinks: PasswordLinks;
};

const actorOf = ({ caller, ip, requestId }: Context & { caller: Caller }): SessionActor => ({ ...caller, ip, requestId });
const done = (message: string) => ({ status: 'success', message }) as const;

const issuerView = ({ industryId, ...issuer }: SsoIssuer) => issuer;

const sessionRoutes = ({ auth, passwordChanges }: AccessRoutesParts): Route[] => [
  route(listSessions)((_, { caller }) => ({
    sessions: auth.sessionsOf(caller.userId).map((session) => sessionView(session, caller.sessionId)),
  })),
  route(endSession)(async ({ params }, context) => {
    await auth.endOwn(actorOf(context), params.id);
    return done('Session ended');
  }),
  route(changePassword)(async ({ body }, { caller, ip, requestId }) => {
    await passwordChanges.change(caller, body.password, body.newPassword, { ip, requestId });
    return done('Password changed');
  }),
  route(resetPassword)(async ({ params, body }, { caller, ip, requestId }) => {
    await passwordChanges.reset(caller, params.id, body.newPassword, { ip, requestId });
    return done('Password set');
  }),
  route(rotateKeys)(async (_, context) => {
    auth.rotateKeys(actorOf(context));
    return done('A new key signs from now on');
  }),
];

const ssoRoutes = ({ ssoIssuers }: AccessRoutesParts): Route[] => [
  route(listSsoIssuers)((_, { caller }) => ({ issuers: ssoIssuers.of(caller.industryId).map(issuerView) })),
  route(createSsoIssuer)(async ({ body }, { caller, ip, requestId }) =>
    issuerView(await ssoIssuers.create(caller, body, { ip, requestId })),
  ),
  route(changeSsoIssuer)(async ({ params, body }, { caller, ip, requestId }) =>
    issuerView(await ssoIssuers.change(caller, params.id, body, { ip, requestId })),
  ),
  route(deleteSsoIssuer)(async ({ params, query }, { caller, ip, requestId }) => {
    await ssoIssuers.delete(caller, params.id, query.version, { ip, requestId });
    return done('Deleted');
  }),
];

/** The caller's own sessions and password, passwords of others, keys, identity providers, devices and the first run. */
export const accessRoutes = (parts: AccessRoutesParts, facts: ReadPairingFacts): Route[] => [
  ...sessionRoutes(parts),
  ...ssoRoutes(parts),
  ...peopleRoutes(parts),
  ...deviceRoutes(parts, facts),
  ...passwordLinkRoutes(parts),
  route(readSetup)(() => ({ required: parts.setup.required })),
  route(setUp)(async ({ body: { code, industry, owner } }, { ip, requestId }) => {
    await parts.setup.complete(code, industry, owner, { ip, requestId });
    return done('The server is set up: log in as the owner');
  }),
];
