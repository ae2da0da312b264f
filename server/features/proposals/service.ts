import type { KeyObject } from 'node:crypto';
import {
  kindsWithoutBase,
  MOST_PROPOSAL_LENGTH,
  type Proposal,
  type ProposalResult,
  proposalHead,
  proposalKinds,
  readProposal,
} from '../../contract/hub/proposals.ts';
import { type SignedText, signedLine } from '../../contract/hub/signing.ts';
import type { ProposalPolicy, ProposalsState } from '../../contract/plant/proposals.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure, isFailure, messageOf } from '../../core/fail.ts';
import type { Log } from '../../core/log.ts';
import { requireFound } from '../../core/refusal.ts';
import { DAY_MS, iso } from '../../core/time.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { UserDirectory } from '../auth/index.ts';
import { readSigned } from '../sync/index.ts';
import type { Decider, KindRules, Values } from './kinds.ts';
import { isSameValue, overBecause, overText } from './overBecause.ts';
import type { ProposalDecision, ProposalStore, StoredProposal } from './proposalStore.ts';
import { shownProposal } from './shownProposal.ts';

/** Carries a change out together with its row of the audit log. */
export interface AuditedWork {
  carryOut<T>(entry: AuditEntry, work: () => Promise<T>, details: () => readonly Partial<AuditEntry>[]): Promise<T>;
  record(entry: AuditEntry): Promise<void>;
}

export type ProposalParts = {
  store: ProposalStore;
  rules: KindRules;
  users: UserDirectory;
  audit: AuditedWork;
  site: string;
  clock: Clock;
  log: Log;
};
/** Of which hub proposals come, and of which industries it may know. */
export type Proposer = { hub: string; key: KeyObject; industries: readonly string[] };

const MESSAGE_DAYS = 14;
/** A hub gone wrong does not fill the disk of a plant. */
const MOST_KEPT = 5000;
const ruleCodes = ['badRequest', 'conflict', 'notFound', 'parameter', 'schema', 'permission'] as const;
const isRule = (error: unknown): error is Failure => ruleCodes.some((code) => isFailure(error, code));

/**
 * What a hub proposes, and what the plant does with it: its owner's policy applies, holds or refuses each kind, and a person decides
 * about what is held. Nothing is carried out that is not on the list of kinds, that the hub did not sign, that was carried out before,
 * or whose present value is no longer the one that it was made from.
 */
export class ProposalService {
  readonly #parts: ProposalParts;
  /** What was carried out, and could not be noted as such. */
  readonly #carriedOut = new Set<string>();
  /** Called when a decision should be reported to the hub soon. */
  onDecided: () => void = () => undefined;

  constructor(parts: ProposalParts) {
    this.#parts = parts;
  }

  lastNumber(hub: string): number {
    return this.#parts.store.lastNumber(hub);
  }

  openCount(hub: string): number {
    return this.#parts.store.openCount(hub);
  }

  /** Takes in what the hub answered, and looks again at what is held. */
  async take(signed: readonly SignedText[], proposer: Proposer): Promise<void> {
    for (const one of signed) await this.#takeOne(one, proposer);
    await this.settle();
  }

  /** What the hub does not know yet. */
  unreported(hub: string): { id: string; state: StoredProposal['state']; result: ProposalResult }[] {
    return this.#parts.store
      .unreported(hub)
      .flatMap(({ id, state, code, message, decidedBy, decidedAt }) =>
        state === 'applying'
          ? []
          : [{ id, state, result: { state, code, message, by: decidedBy, at: iso(decidedAt ?? this.#parts.clock.now()) } }],
      );
  }

  reported(id: string, state: StoredProposal['state']): void {
    this.#parts.store.reported(id, state);
  }

  /** The hub that was known by one key is known by another. */
  rekeyHub(from: string, to: string): void {
    this.#parts.store.rekeyHub(from, to);
  }

  /** What was held is over when the plant is paired with no hub any more, or with another. */
  endHub(): void {
    const { store, clock } = this.#parts;
    for (const { id } of store.inState('held')) store.move(id, 'held', { state: 'refused', code: 'unpaired' }, clock.now());
    store.dropPolicies();
  }

  /** Ends what is over its time or was overtaken, and finds out what became of one that a crash cut off. */
  async settle(): Promise<void> {
    const { store, clock } = this.#parts;
    for (const { id, text, decidedBy } of store.inState('applying')) {
      const proposal = readProposal(JSON.parse(text));
      const isDone =
        this.#carriedOut.has(id) ||
        (typeof proposal !== 'string' &&
          !kindsWithoutBase.includes(proposal.kind) &&
          isSameValue(await this.#present(proposal), proposal.values));
      this.#settleOne(id, isDone, isDone && decidedBy !== null ? { by: decidedBy } : {});
    }
    for (const { id, text } of store.inState('held')) {
      const proposal = readProposal(JSON.parse(text));
      const over = typeof proposal === 'string' ? undefined : await this.#over(proposal);
      if (over) store.move(id, 'held', over, clock.now());
    }
  }

  async state(): Promise<ProposalsState> {
    const { store, rules } = this.#parts;
    const proposals: ProposalsState['proposals'] = [];
    for (const stored of [...store.inState('held'), ...store.answered()]) {
      const proposal = readProposal(JSON.parse(stored.text));
      const isHeld = stored.state === 'held' && typeof proposal !== 'string';
      const present = isHeld ? await this.#present(proposal) : undefined;
      // the next round notes it; until then nobody is asked to decide about it
      const over = isHeld ? await this.#over(proposal) : undefined;
      const name = typeof proposal === 'string' ? '' : rules[proposal.kind].nameOf(proposal.industryId, proposal.target);
      proposals.push(shownProposal(over ? { ...stored, ...over } : stored, proposal, name, present));
    }
    const policies = proposalKinds.map((kind) => ({
      ...{ kind, policy: this.#policyOf(kind).policy, mayApply: rules[kind].mayApply },
    }));
    return { policies, proposals };
  }

  /** @throws Failure `badRequest` for a kind about which a person always decides. */
  setPolicy(kind: Proposal['kind'], policy: ProposalPolicy, setBy: string): ProposalPolicy {
    const before = this.#policyOf(kind).policy;
    if (policy === 'apply' && !this.#parts.rules[kind].mayApply)
      throw new Failure('badRequest', `A person decides about each proposal of ${kind}`);
    this.#parts.store.setPolicy({ kind, policy, setBy }, this.#parts.clock.now());
    return before;
  }

  /** What a person should know of a held proposal before they confirm. @throws Failure `notFound` or `conflict`. */
  held(id: string): Proposal {
    const stored = requireFound(this.#parts.store.proposal(id), 'proposal');
    if (stored.state !== 'held') throw new Failure('conflict', `This proposal is ${stored.state} already`);
    const proposal = readProposal(JSON.parse(stored.text));
    if (typeof proposal === 'string') throw new Failure('conflict', 'This proposal cannot be carried out');
    return proposal;
  }

  /** @throws Failure of the rule that is in the way; `conflict` where the value has changed or it is over its time. */
  async apply(id: string, decider: Decider): Promise<{ before: Values; after: Values }> {
    const proposal = this.held(id);
    const over = await this.#over(proposal);
    if (over) {
      this.#parts.store.move(id, 'held', over, this.#parts.clock.now());
      this.onDecided();
      throw new Failure('conflict', overText(over));
    }
    const before = (await this.#present(proposal)) ?? {};
    await this.#carryOut(proposal, decider);
    this.onDecided();
    return { before, after: proposal.values };
  }

  refuse(id: string, by: string, reason: string): Proposal {
    const proposal = this.held(id);
    const { store, clock } = this.#parts;
    store.move(id, 'held', { state: 'refused', code: 'declined', by, ...(reason !== '' && { message: reason }) }, clock.now());
    this.onDecided();
    return proposal;
  }

  /** What the hub wrote to the people of an industry. */
  messages(industryId: string): { id: string; text: string; author: string; at: string }[] {
    const { store, clock } = this.#parts;
    return store.appliedSince(clock.now() - MESSAGE_DAYS * DAY_MS).flatMap(({ id, text, decidedAt }) => {
      const proposal = readProposal(JSON.parse(text));
      if (typeof proposal === 'string' || proposal.kind !== 'message' || proposal.industryId !== industryId) return [];
      return [{ id, text: String(proposal.values.text), author: proposal.author.name, at: iso(decidedAt ?? 0) }];
    });
  }

  async #takeOne(signed: SignedText, { hub, key, industries }: Proposer): Promise<void> {
    const { store, site, clock, log, rules } = this.#parts;
    const head = readSigned(signedLine.proposal, signed, key, proposalHead);
    if (!head || head.site !== site) return log.warn({ id: head?.id }, 'a proposal is not of the hub, or not for this plant');
    const { id, number } = head;
    const { text, signature } = signed;
    if (text.length > MOST_PROPOSAL_LENGTH || store.count() >= MOST_KEPT)
      return log.warn({ id }, 'a proposal is too long, or too many are kept: it stays at the hub');
    const proposal = readProposal(JSON.parse(text));
    const first = await this.#firstDecision(proposal, industries);
    const stored = { id, hub, number, text, signature, expiresAt: Date.parse(head.expiresAt) };
    if (!store.add(stored, first, clock.now()) || first || typeof proposal === 'string') return;
    const { policy, setBy } = this.#policyOf(proposal.kind);
    const user = policy === 'apply' && rules[proposal.kind].mayApply ? this.#parts.users.user(setBy) : undefined;
    if (!user || user.disabled || !user.active) return;
    await this.#applyByPolicy(proposal, {
      userId: user.id,
      username: user.username,
      permissions: user.permissions,
      isPresent: false,
    });
  }

  /** What is decided about a proposal before anything is done with it; undefined where it is held. */
  async #firstDecision(
    proposal: Proposal | NonNullable<ProposalDecision['code']>,
    industries: readonly string[],
  ): Promise<ProposalDecision | undefined> {
    if (typeof proposal === 'string') return { state: 'refused', code: proposal };
    if (!industries.includes(proposal.industryId)) return { state: 'refused', code: 'notShared' };
    if (this.#policyOf(proposal.kind).policy === 'refuse') return { state: 'refused', code: 'policy' };
    return this.#over(proposal);
  }

  /** By the word of whoever set the policy; what needs a person is held. */
  async #applyByPolicy(proposal: Proposal, decider: Decider): Promise<void> {
    const { store, audit, clock, log } = this.#parts;
    const { id, industryId } = proposal;
    const before = await this.#present(proposal);
    const entry = { kind: 'proposal.apply', industryId, userId: decider.userId, outcome: 'done' as const, subject: id };
    const after = { ...auditOf(proposal), values: proposal.values, decidedBy: 'policy' };
    try {
      await audit.carryOut(
        entry,
        () => this.#carryOut(proposal, decider),
        () => [{ before, after }],
      );
    } catch (error) {
      if (isFailure(error, 'permission') || !isRule(error)) {
        log.warn({ id, reason: messageOf(error) }, 'a proposal waits for a person');
        return;
      }
      store.move(id, 'held', { state: 'refused', code: 'rule', message: error.message }, clock.now());
    }
  }

  /** Marked before it is begun, so that it is carried out once whatever happens in between. */
  async #carryOut(proposal: Proposal, decider: Decider): Promise<void> {
    const { store, rules, clock, log } = this.#parts;
    const { id, kind } = proposal;
    const by = decider.isPresent ? { by: decider.username } : {};
    if (!store.move(id, 'held', { state: 'applying', ...by }, clock.now()))
      throw new Failure('conflict', 'Somebody else has decided about this proposal');
    try {
      await rules[kind].apply(decider, proposal);
    } catch (error) {
      store.move(id, 'applying', { state: 'held' }, clock.now());
      throw error;
    }
    this.#carriedOut.add(id);
    try {
      this.#settleOne(id, true, by);
    } catch (error) {
      // what was asked for is done, and is noted as soon as the disk takes it
      log.warn({ id, reason: messageOf(error) }, 'that a proposal was carried out could not be noted yet');
    }
  }

  #settleOne(id: string, isDone: boolean, by: Pick<ProposalDecision, 'by'>): void {
    this.#parts.store.move(id, 'applying', { state: isDone ? 'applied' : 'held', ...by }, this.#parts.clock.now());
    this.#carriedOut.delete(id);
  }

  #present({ kind, industryId, target, values }: Proposal): Promise<Values | undefined> {
    return this.#parts.rules[kind].present(industryId, target, values);
  }

  /** Why a proposal has no more to be decided about. */
  async #over(proposal: Proposal): Promise<ProposalDecision | undefined> {
    if (Date.parse(proposal.expiresAt) <= this.#parts.clock.now()) return { state: 'expired' };
    return overBecause(proposal, await this.#present(proposal));
  }

  #policyOf(kind: Proposal['kind']): { policy: ProposalPolicy; setBy: string } {
    return this.#parts.store.policies().find((one) => one.kind === kind) ?? { policy: 'hold', setBy: '' };
  }
}

/** How the audit log names a proposal: by whom it was made at the hub, and why. */
export const auditOf = ({ id, kind, target, author, reason }: Proposal) => ({ proposal: id, kind, target, author, reason });
