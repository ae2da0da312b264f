import type { Proposal, ProposalKind } from '../../contract/hub/proposals.ts';
import type { Permission } from '../../contract/permissions.ts';

export type Values = Proposal['values'];

/** The person who carries a proposal out, or who said that its kind is applied by itself. */
export type Decider = {
  userId: string;
  username: string;
  permissions: ReadonlySet<Permission>;
  ip?: string;
  requestId?: string;
  /** The person sees this proposal, and not its kind alone. */
  isPresent: boolean;
};

/** What the plant can do with one kind of proposal. */
export type KindRule = {
  /** Whether its owner may have it applied without looking. */
  mayApply: boolean;
  /** The name by which people here know the target. */
  nameOf(industryId: string, target: string): string;
  /** The present state of what is proposed; undefined where the target is not there. */
  present(industryId: string, target: string, values: Values): Promise<Values | undefined>;
  /** @throws Failure where a rule of the plant is in the way, or `permission` where a person has to look. */
  apply(decider: Decider, proposal: Pick<Proposal, 'industryId' | 'target' | 'values'>): Promise<void>;
};
export type KindRules = Readonly<Record<ProposalKind, KindRule>>;

/** Kinds that people are informed of and that change nothing. */
export const informationOnly: KindRule = {
  mayApply: true,
  nameOf: () => '',
  present: async () => ({}),
  apply: async () => undefined,
};
