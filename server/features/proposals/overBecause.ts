import { kindsWithoutBase, type Proposal } from '../../contract/hub/proposals.ts';
import { canonicalJson } from '../../core/bytes/canonicalJson.ts';
import type { Values } from './kinds.ts';
import type { ProposalDecision } from './proposalStore.ts';

/** Whether two values say the same, whatever the order of their keys. */
export const isSameValue = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/**
 * Why a proposal has no more to be decided about; undefined where a person or the policy still decides.
 * @param present what is so now; undefined where its target is not there.
 */
export const overBecause = (proposal: Proposal, present: Values | undefined): ProposalDecision | undefined => {
  if (!present) return { state: 'refused', code: 'notFound' };
  if (kindsWithoutBase.includes(proposal.kind)) return undefined;
  if (isSameValue(present, proposal.values)) return { state: 'applied', message: 'it was so already' };
  return isSameValue(present, proposal.base) ? undefined : { state: 'superseded' };
};

/** The same in words, for who decided about it meanwhile. */
export const overText = ({ state }: ProposalDecision): string => {
  if (state === 'expired') return 'This proposal is over its time';
  return state === 'superseded' ? 'The value was changed here since this was proposed' : 'This has no more to be decided';
};
