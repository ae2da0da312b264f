import {
  applyProposal,
  changeProposalPolicy,
  listHubMessages,
  listProposals,
  refuseProposal,
} from '../../contract/plant/proposals.ts';
import { type Route, route } from '../../http/route.ts';
import { auditOf, type ProposalService } from './service.ts';

/** What the hub proposes; the owner of the site decides, as about the hub itself. */
export const proposalRoutes = (proposals: ProposalService): Route[] => [
  route(listProposals)(async () => {
    await proposals.settle();
    return proposals.state();
  }),
  route(applyProposal)(async ({ params: { id } }, { caller, ip, requestId, audited }) => {
    const proposal = proposals.held(id);
    const { userId, username, permissions } = caller;
    const { before, after } = await proposals.apply(id, { userId, username, permissions, ip, requestId, isPresent: true });
    audited({ subject: id, before, after: { ...auditOf(proposal), values: after } });
    return proposals.state();
  }),
  route(refuseProposal)(({ params: { id }, body: { reason } }, { caller, audited }) => {
    const proposal = proposals.refuse(id, caller.username, reason);
    audited({ subject: id, after: { ...auditOf(proposal), why: reason } });
    return proposals.state();
  }),
  route(changeProposalPolicy)(({ body: { kind, policy } }, { caller, audited }) => {
    const before = proposals.setPolicy(kind, policy, caller.userId);
    audited({ subject: kind, before: { policy: before }, after: { policy } });
    return proposals.state();
  }),
  route(listHubMessages)((_, { caller }) => ({ messages: proposals.messages(caller.industryId) })),
];
