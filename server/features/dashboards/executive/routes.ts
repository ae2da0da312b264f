import {
  executiveData,
  executiveGrants,
  executivePin,
  executiveTicket,
  executiveVirtualLogin,
  readExecutiveGrants,
} from '../../../contract/user/executiveSummary.ts';
import { contentTag } from '../../../core/contentTag.ts';
import { type Route, route } from '../../../http/route.ts';
import type { ExecutiveAccess } from './access.ts';
import type { ExecutiveService } from './service.ts';

type Parts = { executive: Pick<ExecutiveService, 'data'>; access: ExecutiveAccess };

/** The executive summary, and the ways into it. */
export const executiveRoutes = ({ executive, access }: Parts): Route[] => [
  route(executiveData)(({ query }, { caller, sharedEtag }) => executive.data(caller, query, sharedEtag)),
  route(executivePin)(async ({ body: { industryId } }, { caller, audited }) => {
    const isPinned = await access.togglePin(caller, industryId);
    audited({ subject: industryId, after: { isPinned } });
    return { status: 'success', message: isPinned ? 'Industry pinned' : 'Industry unpinned', industryId, isPinned };
  }),
  route(executiveTicket)((_, { caller, audited }) => {
    audited({ subject: caller.sessionId });
    return access.ticket(caller);
  }),
  route(executiveVirtualLogin)(async ({ query }, { audited }) => {
    const { token, expiresIn, caller, industryIds } = await access.enter(query.token);
    audited({ subject: caller.sessionId, after: { userId: caller.userId, industryIds } });
    return { access_token: token, expiresIn, scope: 'executiveSummary:read', industryIds };
  }),
  route(readExecutiveGrants)(async ({ query: { userId } }, { caller, etag }) => {
    const industryIds = await access.grantsOf(caller, userId);
    etag(contentTag(industryIds));
    return { userId, industryIds };
  }),
  route(executiveGrants)(async ({ body, headers: { 'If-Match': ifMatch } }, { caller, audited, etag }) => {
    const { userId } = body;
    const before = await access.setGrants(caller, body, ifMatch);
    const after = [...new Set(body.industryIds)];
    etag(contentTag(after.toSorted()));
    audited({ subject: userId, before: { industryIds: before }, after: { industryIds: after } });
    return { status: 'success', message: 'Grants set', userId, industryIds: after };
  }),
];
