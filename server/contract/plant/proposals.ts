import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { proposalKind, proposalState, refusalCode } from '../hub/proposals.ts';
import { isoTime } from '../model/common.ts';
import { idPath } from './row.ts';

const owner = { base: 'plant', auth: 'access', permission: 'SYSTEM', limit: 'default' } as const;

export const proposalPolicy = z
  .enum(['apply', 'hold', 'refuse'])
  .meta({ description: 'what happens to a proposal of the kind when it comes' });
export type ProposalPolicy = z.infer<typeof proposalPolicy>;

const change = z
  .object({
    field: z.string().meta({ description: 'name of the value' }),
    base: z.json().meta({ description: 'as the hub knew it when it was proposed' }),
    present: z.json().meta({ description: 'as it is now' }),
    proposed: z.json().meta({ description: 'as the hub would have it' }),
  })
  .meta({ id: 'ProposedChange' });

const shownProposal = z
  .object({
    id: z.string(),
    industryId: z.string(),
    kind: z.string().meta({ description: 'one of the kinds; another where it was refused as forbidden' }),
    target: z.string().meta({ description: 'id of what it is about' }),
    targetName: z.string().meta({ description: 'its name here; empty where there is none' }),
    changes: z.array(change),
    author: z.string().meta({ description: 'who proposed it at the hub' }),
    reason: z.string(),
    createdAt: isoTime,
    expiresAt: isoTime.meta({ description: 'when it is over, decided or not' }),
    state: proposalState.exclude(['proposed', 'withdrawn']),
    code: refusalCode.nullable().meta({ description: 'why it was refused' }),
    message: z.string().nullable().meta({ description: 'the rule of the plant that refused it, or what the person wrote' }),
    decidedBy: z.string().nullable().meta({ description: 'username; null where the policy decided' }),
    decidedAt: isoTime.nullable().meta({ description: 'null while it is held' }),
  })
  .meta({ id: 'Proposal' });
export type ShownProposal = z.input<typeof shownProposal>;

const proposalsState = z
  .object({
    policies: z
      .array(
        z.object({
          kind: proposalKind,
          policy: proposalPolicy,
          mayApply: z.boolean().meta({ description: 'false: a person always decides' }),
        }),
      )
      .meta({ description: 'what happens to a proposal of each kind when it comes' }),
    proposals: z.array(shownProposal).meta({ description: 'those that wait, then the last 100 that were answered' }),
  })
  .meta({ id: 'ProposalsState' });
export type ProposalsState = z.input<typeof proposalsState>;

export const listProposals = endpoint({
  ...owner,
  method: 'get',
  path: '/sync/proposals',
  summary: 'What the hub proposes, with the present and the proposed values, and what this plant does with each kind',
  faults: [],
  reply: proposalsState,
});

export const applyProposal = endpoint({
  ...owner,
  confirm: 'always',
  method: 'post',
  path: '/sync/proposals/{id}/apply',
  audit: 'proposal.apply',
  summary: 'Carries out a proposal that is held',
  description:
    'Once, and only while the values are those that the hub knew: otherwise it is superseded, and 409. The rules of the plant hold as for any change.',
  faults: ['badRequest', 'notFound', 'conflict'],
  params: idPath,
  reply: proposalsState,
});

export const refuseProposal = endpoint({
  ...owner,
  method: 'post',
  path: '/sync/proposals/{id}/refuse',
  audit: 'proposal.refuse',
  summary: 'Refuses a proposal that is held',
  faults: ['schema', 'notFound', 'conflict'],
  params: idPath,
  body: z.object({ reason: z.string().trim().max(500).default('') }),
  reply: proposalsState,
});

export const changeProposalPolicy = endpoint({
  ...owner,
  confirm: 'always',
  method: 'put',
  path: '/sync/proposal-policies',
  audit: 'proposal.policy',
  summary: 'What happens to proposals of a kind when they come: hold, apply or refuse',
  description: 'Held unless it is changed here. What gives people access or sends data away is never applied by itself: 400.',
  faults: ['schema', 'badRequest'],
  body: z.object({ kind: proposalKind, policy: proposalPolicy }),
  reply: proposalsState,
});

export const listHubMessages = endpoint({
  base: 'plant',
  auth: 'access',
  limit: 'default',
  method: 'get',
  path: '/hub-messages',
  summary: 'Messages of the hub to the people of the industry, of the last 14 days',
  faults: [],
  reply: z.object({
    messages: z
      .array(
        z.object({
          id: z.string(),
          text: z.string(),
          author: z.string().meta({ description: 'who wrote it at the hub' }),
          at: isoTime.meta({ description: 'when the plant let it in' }),
        }),
      )
      .meta({ description: 'the newest first' }),
  }),
});

export const proposalEndpoints = [listProposals, applyProposal, refuseProposal, changeProposalPolicy, listHubMessages] as const;
