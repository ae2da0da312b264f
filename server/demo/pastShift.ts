import type { Clock } from '../core/clock.ts';
import { slotOf } from '../core/slots.ts';
import type { WriteTx } from '../db/writer.ts';
import {
  type AlarmRecord,
  type AlarmStateStore,
  type Alarms,
  acknowledge,
  type RuleEvaluator,
  resolve,
} from '../features/alarms/index.ts';

/** What the shift takes to look at an alarm. */
const ANSWER_MS = 12 * 60_000;

type Parts = {
  industryId: string;
  operatorId: string;
  alarms: Alarms;
  store: AlarmStateStore;
  evaluator: RuleEvaluator;
  /** Alarms that were raised later wait for whoever opens the demo. */
  answeredUntilMs: number;
};

/** The shift that answered the alarms of the past: each was seen soon, and closed once it was over, in the order of time. */
export class PastShift {
  readonly #parts: Parts;
  /** Alarms that were seen and are not closed. */
  readonly #seen: Set<string>;

  constructor(parts: Parts) {
    this.#parts = parts;
    const open = parts.alarms.open(parts.industryId);
    this.#seen = new Set(open.filter(({ ackedAtMs }) => ackedAtMs !== null).map(({ id }) => id));
  }

  /** Goes through what is open at a moment of the past, and what was seen before and is over now. */
  answer(clock: Pick<Clock, 'now'>): void {
    const { alarms, store, industryId, answeredUntilMs } = this.#parts;
    const nowMs = clock.now();
    const untilMs = Math.min(answeredUntilMs, nowMs - ANSWER_MS);
    const unseen = alarms.open(industryId).filter(({ raisedAtMs, ackedAtMs }) => raisedAtMs <= untilMs && ackedAtMs === null);
    const over = [...this.#seen].flatMap((id) => alarms.find(industryId, id) ?? []).filter(({ clearedAtMs }) => clearedAtMs);
    if (unseen.length + over.length === 0) return;
    store.transaction((tx) => {
      for (const record of unseen) this.#see(tx, record, nowMs);
      for (const record of over) this.#close(tx, record, nowMs);
    });
    alarms.publishPending();
  }

  #see(tx: WriteTx, record: AlarmRecord, nowMs: number): void {
    const { alarms, evaluator, operatorId } = this.#parts;
    const seen = { ...record, ackedAtMs: nowMs, ackedBy: operatorId };
    alarms.change(tx, seen, { kind: 'acknowledged', userId: operatorId, note: '' });
    evaluator.change(tx, record, (state) => acknowledge(state, slotOf(nowMs)));
    this.#seen.add(record.id);
  }

  #close(tx: WriteTx, record: AlarmRecord, nowMs: number): void {
    const { alarms, evaluator, operatorId } = this.#parts;
    const closed = { ...record, resolvedAtMs: nowMs, resolvedBy: operatorId };
    alarms.change(tx, closed, { kind: 'resolved', userId: operatorId, note: '' });
    evaluator.change(tx, record, resolve);
    this.#seen.delete(record.id);
  }
}
