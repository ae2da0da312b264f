import type { RefusalCode } from '../../contract/hub/proposals.ts';
import type { SignedText } from '../../contract/hub/signing.ts';
import type { ProposalPolicy } from '../../contract/plant/proposals.ts';
import type { Writer } from '../../db/writer.ts';

export type StoredState = 'held' | 'applying' | 'applied' | 'refused' | 'expired' | 'superseded';
export type ProposalDecision = {
  state: StoredState;
  code?: RefusalCode;
  message?: string;
  by?: string;
};
export type StoredProposal = SignedText & {
  id: string;
  hub: string;
  number: number;
  expiresAt: number;
  state: StoredState;
  code: RefusalCode | null;
  message: string | null;
  decidedBy: string | null;
  decidedAt: number | null;
};
export type StoredPolicy = { kind: string; policy: ProposalPolicy; setBy: string };

type NewProposal = Pick<StoredProposal, 'id' | 'hub' | 'number' | 'text' | 'signature' | 'expiresAt'>;

const SHOWN = 100;
const moved = (id: string, from: StoredState, { state, code, message, by }: ProposalDecision, nowMs: number) => ({
  ...{ id, from, state, nowMs, code: code ?? null, by: by ?? null },
  message: message?.slice(0, 500) ?? null,
});

/** Proposals that came, and what the plant does with each kind. */
export class ProposalStore {
  readonly #writer: Writer;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(writer: Writer) {
    this.#writer = writer;
    this.#statements = prepare(writer);
  }

  count(): number {
    return this.#statements.count.get()?.count ?? 0;
  }

  lastNumber(hub: string): number {
    return this.#statements.lastNumber.get(hub)?.number ?? 0;
  }

  /** Which this hub has no last word about. */
  openCount(hub: string): number {
    return this.#statements.openCount.get(hub)?.count ?? 0;
  }

  proposal(id: string): StoredProposal | undefined {
    return this.#statements.one.get(id);
  }

  /** Kept with what is decided about it at once, or held. One that is known already is not taken again; its state is reported to the hub once more. */
  add(proposal: NewProposal, decision: ProposalDecision | undefined, nowMs: number): boolean {
    return this.#writer.run((tx) => {
      const isNew = this.#statements.add.run(tx, proposal).changes > 0;
      if (!isNew) this.#statements.unreport.run(tx, proposal.id);
      else if (decision) this.#statements.move.run(tx, moved(proposal.id, 'held', decision, nowMs));
      return isNew;
    });
  }

  /** @returns false where it is in another state already. */
  move(id: string, from: StoredState, decision: ProposalDecision, nowMs: number): boolean {
    return this.#writer.run((tx) => this.#statements.move.run(tx, moved(id, from, decision, nowMs)).changes > 0);
  }

  inState(state: StoredState): StoredProposal[] {
    return this.#statements.inState.all(state);
  }

  /** Those that were answered, the newest first. */
  answered(): StoredProposal[] {
    return this.#statements.answered.all();
  }

  /** Let in since then. */
  appliedSince(ms: number): StoredProposal[] {
    return this.#statements.appliedSince.all(ms);
  }

  /** Whose state this hub does not know. */
  unreported(hub: string): StoredProposal[] {
    return this.#statements.unreported.all(hub);
  }

  reported(id: string, state: StoredState): void {
    this.#writer.run((tx) => this.#statements.report.run(tx, id, state));
  }

  policies(): StoredPolicy[] {
    return this.#statements.policies.all();
  }

  setPolicy(policy: StoredPolicy, nowMs: number): void {
    this.#writer.run((tx) => this.#statements.setPolicy.run(tx, { ...policy, nowMs }));
  }

  rekeyHub(from: string, to: string): void {
    this.#writer.run((tx) => this.#statements.rekeyHub.run(tx, { from, to }));
  }

  dropPolicies(): void {
    this.#writer.run((tx) => this.#statements.dropPolicies.run(tx));
  }
}

const columns = `id, hub, number, text, signature, expires_at expiresAt, state, code, message, decided_by decidedBy, decided_at decidedAt`;

const prepare = (writer: Writer) => ({
  lastNumber: writer.select<[string], { number: number }>(
    'select max(number) number from sync_proposal where hub = ? having max(number) is not null',
  ),
  openCount: writer.select<[string], { count: number }>(
    `select count(*) count from sync_proposal where hub = ? and (state in ('held', 'applying') or reported = 0)`,
  ),
  count: writer.select<[], { count: number }>('select count(*) count from sync_proposal'),
  one: writer.select<[string], StoredProposal>(`select ${columns} from sync_proposal where id = ?`),
  add: writer.prepare(
    `insert into sync_proposal (id, hub, number, text, signature, expires_at, state, reported)
     values (@id, @hub, @number, @text, @signature, @expiresAt, 'held', 0) on conflict (id) do nothing`,
  ),
  unreport: writer.prepare('update sync_proposal set reported = 0 where id = ?'),
  move: writer.prepare(
    `update sync_proposal set state = @state, code = @code, message = @message, decided_by = @by, decided_at = @nowMs, reported = 0
     where id = @id and state = @from`,
  ),
  inState: writer.select<[StoredState], StoredProposal>(
    `select ${columns} from sync_proposal where state = ? order by number, id`,
  ),
  answered: writer.select<[], StoredProposal>(
    `select ${columns} from sync_proposal where state not in ('held', 'applying') order by decided_at desc, id limit ${SHOWN}`,
  ),
  appliedSince: writer.select<[number], StoredProposal>(
    `select ${columns} from sync_proposal where state = 'applied' and decided_at >= ? order by decided_at desc, id`,
  ),
  unreported: writer.select<[string], StoredProposal>(
    `select ${columns} from sync_proposal where hub = ? and reported = 0 and state <> 'applying' order by number limit ${SHOWN}`,
  ),
  rekeyHub: writer.prepare('update sync_proposal set hub = @to where hub = @from'),
  report: writer.prepare('update sync_proposal set reported = 1 where id = ? and state = ?'),
  policies: writer.select<[], StoredPolicy>('select kind, policy, set_by setBy from sync_policy'),
  setPolicy: writer.prepare(
    `insert into sync_policy (kind, policy, set_by, set_at) values (@kind, @policy, @setBy, @nowMs)
     on conflict (kind) do update set policy = excluded.policy, set_by = excluded.set_by, set_at = excluded.set_at`,
  ),
  dropPolicies: writer.prepare('delete from sync_policy'),
});
