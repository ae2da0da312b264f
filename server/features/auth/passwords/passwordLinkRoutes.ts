import { createPasswordLink, usePasswordLink } from '../../../contract/plant/accounts/passwordLinks.ts';
import { type Route, route } from '../../../http/route.ts';
import type { CreatedLink, PasswordLinks } from './passwordLinks.ts';

/** Page of the panel; what follows the # of an address is sent to no server and is in no log. */
const PAGE = '/choose-password';

export const linkView = ({ token, expiresAtMs }: CreatedLink, baseUrl: string) => ({
  url: `${baseUrl}${PAGE}#${token}`,
  token,
  expiresAt: new Date(expiresAtMs).toISOString(),
});

export const passwordLinkRoutes = ({ passwordLinks }: { passwordLinks: PasswordLinks }): Route[] => [
  route(createPasswordLink)(async ({ params }, { caller, ip, requestId, baseUrl }) =>
    linkView(await passwordLinks.make(caller, params.id, { ip, requestId }), baseUrl),
  ),
  route(usePasswordLink)(async ({ body }, { ip, requestId }) => {
    const { username } = await passwordLinks.use(body.token, body.newPassword, { ip, requestId });
    return { status: 'success', message: 'Password set', username } as const;
  }),
];
