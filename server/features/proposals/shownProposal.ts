import type { Proposal } from '../../contract/hub/proposals.ts';
import type { ShownProposal } from '../../contract/plant/proposals.ts';
import { iso, isoOrNull } from '../../core/time.ts';
import type { Values } from './kinds.ts';
import type { StoredProposal } from './proposalStore.ts';

type Head = Pick<Proposal, 'industryId' | 'kind' | 'target' | 'reason' | 'createdAt'> & { author?: { name?: string } };

const textOf = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most) : '');

/** What a person sees of a proposal: of one that was refused as forbidden, no more than its head. */
export const shownProposal = (
  { id, text, state, code, message, decidedBy, decidedAt, expiresAt }: StoredProposal,
  proposal: Proposal | string,
  targetName: string,
  present: Values | undefined,
): ShownProposal => {
  const head = JSON.parse(text) as Partial<Head>;
  const read = typeof proposal === 'string' ? undefined : proposal;
  return {
    id,
    industryId: textOf(head.industryId, 64),
    kind: textOf(head.kind, 64),
    target: textOf(head.target, 200),
    targetName,
    changes: Object.entries(read?.values ?? {}).map(([field, proposed]) => ({
      field,
      base: read?.base?.[field] ?? null,
      present: (present ?? read?.base)?.[field] ?? null,
      proposed,
    })),
    author: textOf(head.author?.name, 200),
    reason: textOf(head.reason, 1000),
    createdAt: read?.createdAt ?? iso(0),
    expiresAt: iso(expiresAt),
    state: state === 'applying' ? 'held' : state,
    ...{ code, message, decidedBy, decidedAt: state === 'held' ? null : isoOrNull(decidedAt) },
  };
};
