import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { MINUTE_MS } from '../../../core/time.ts';
import type { WriteTx } from '../../../db/writer.ts';
import { type AlarmReader, type AlarmRecord, isShelved } from '../model.ts';
import type { Delivery } from './model.ts';
import type { Outbox } from './outbox.ts';
import type { OutboxStore } from './outboxStore.ts';
import { withoutRotas } from './rotas.ts';

const TICK_MS = 15_000;
/** Others get their turn after so many alarms: of a flood ten thousand may be open. */
const ALARMS_AT_ONCE = 100;

/** When an alarm was announced, and when that was first seen to be in a time to come. */
type Ahead = { announcedMs: number; seenMs: number };

/** An alarm without recipients at first still reaches the first step in its time. */
const announcedMs = ({ raisedAtMs }: AlarmRecord, deliveries: readonly Delivery[]): number =>
  Math.max(raisedAtMs, ...deliveries.filter(({ step }) => step === 0).map(({ createdAtMs }) => createdAtMs));

/**
 * When an alarm was first seen to be announced in a time to come, by the steps that were taken before it: after a restart nothing else
 * remembers that the clock was set back. Undefined without such steps, and once it was announced again.
 */
const seenBySteps = (
  { raisedAtMs }: AlarmRecord,
  deliveries: readonly Delivery[],
  steps: AlertSettings['escalation'],
): number | undefined => {
  if (deliveries.some(({ kind }) => kind === 'reminded')) return undefined;
  const firstMs = Math.min(raisedAtMs, ...deliveries.filter(({ step }) => step === 0).map(({ createdAtMs }) => createdAtMs));
  const before = deliveries.filter(({ step, createdAtMs }) => step > 0 && createdAtMs < firstMs);
  if (before.length === 0) return undefined;
  return Math.min(...before.map(({ step, createdAtMs }) => createdAtMs - (steps[step - 1]?.afterMinutes ?? 0) * MINUTE_MS));
};

/** Active, and nobody has answered it or put it aside; however long ago it was raised. */
const isUnanswered = (alarm: AlarmRecord, nowMs: number): boolean => {
  const { ackedAtMs, resolvedAtMs, clearedAtMs, insight, late, suppressed } = alarm;
  if (ackedAtMs !== null || resolvedAtMs !== null || clearedAtMs !== null || insight || late) return false;
  return !suppressed && !isShelved(alarm, nowMs);
};

/**
 * The escalation step that is due for an unanswered alarm, from 1, else 0. A step is due when no device has confirmed the alarm since it
 * was last announced, and the time of the step has passed, also since the step before it: that one may have been late.
 */
const dueStep = (
  alarm: AlarmRecord,
  deliveries: readonly Delivery[],
  steps: AlertSettings['escalation'],
  { nowMs, firstSeenMs }: { nowMs: number; firstSeenMs: number | undefined },
): number => {
  const seenMs = [firstSeenMs, seenBySteps(alarm, deliveries, steps)].filter((ms) => ms !== undefined);
  const notifiedAtMs = Math.min(announcedMs(alarm, deliveries), ...seenMs);
  const since = deliveries.filter(({ createdAtMs }) => createdAtMs >= notifiedAtMs);
  if (since.some(({ state }) => state === 'confirmed')) return 0;
  const done = Math.max(0, ...since.map(({ step }) => step));
  // a step that reaches nobody now does not keep those after it from their turn
  const next = steps.findIndex(({ recipients }, at) => at >= done && recipients.length > 0);
  const after = steps[next]?.afterMinutes;
  if (after === undefined || nowMs - notifiedAtMs < after * MINUTE_MS) return 0;
  const takenMs = Math.max(0, ...since.filter(({ step }) => step > 0 && step === done).map(({ createdAtMs }) => createdAtMs));
  const apartMs = (after - (steps[done - 1]?.afterMinutes ?? 0)) * MINUTE_MS;
  // one that was taken in a time to come says nothing: the clock was set back since
  return takenMs <= nowMs && nowMs - takenMs < apartMs ? 0 : next + 1;
};

export type EscalationParts = {
  outbox: Outbox;
  store: OutboxStore;
  alarms: AlarmReader;
  /** As it is now. */
  alarm(industryId: string, alarmId: string): AlarmRecord | undefined;
  industries(): readonly { id: string; disabled: boolean }[];
  settings(industryId: string): AlertSettings | undefined;
  /** Minutes since Sunday 00:00 on the plant's wall. */
  minuteOfWeek(industryId: string): number;
  transaction(write: (tx: WriteTx) => void): void;
  clock: Clock;
  log: Log;
};

/** Goes on to other people, an SMS or a horn when an alarm is not answered in time. */
export class Escalation {
  readonly #parts: EscalationParts;
  /**
   * Alarms that were announced in a time to come: the clock was set back since, and they count from when they were first seen so, also once
   * it has come to that time, until they are announced anew.
   */
  #ahead = new Map<string, Ahead>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isStopped = false;

  constructor(parts: EscalationParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#isStopped = false;
    this.#timer ??= setInterval(() => {
      // one look at a time: a step would be taken twice
      if (this.#isLooking) return;
      this.#isLooking = true;
      this.check()
        .catch((error: unknown) => this.#parts.log.error({ err: error }, 'alarms could not be escalated'))
        .finally(() => {
          this.#isLooking = false;
        });
    }, TICK_MS);
  }

  /** What was not looked at yet is after the next start. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async check(): Promise<void> {
    const { alarms, outbox, industries, settings: known, clock } = this.#parts;
    const stillAhead = new Map<string, Ahead>();
    for (const { id, disabled } of industries()) {
      const steps = this.#stepsNow(id, known(id));
      if (disabled || steps.length === 0) continue;
      const nowMs = clock.now();
      const unanswered = alarms.open(id).filter((alarm) => isUnanswered(alarm, nowMs));
      for (let from = 0; from < unanswered.length; from += ALARMS_AT_ONCE) {
        if (from > 0) await nextTurn();
        if (this.#isStopped) break;
        this.#escalate(unanswered.slice(from, from + ALARMS_AT_ONCE), steps, nowMs, stillAhead);
      }
    }
    this.#ahead = stillAhead;
    outbox.work();
  }

  /** Takes the steps that are due for some alarms, in one transaction. */
  #escalate(
    listed: readonly AlarmRecord[],
    steps: AlertSettings['escalation'],
    nowMs: number,
    stillAhead: Map<string, Ahead>,
  ): void {
    const { outbox, transaction, alarm: current } = this.#parts;
    const due = listed.flatMap((one) => {
      const step = this.#stepOf(one, steps, nowMs, stillAhead);
      const alarm = step === 0 ? undefined : current(one.industryId, one.id);
      // a person may have answered it while others were looked at
      return alarm && isUnanswered(alarm, nowMs) ? [{ alarm, step }] : [];
    });
    if (due.length === 0) return;
    transaction((tx) => {
      for (const { alarm, step } of due) outbox.escalate(tx, alarm, step, steps[step - 1]?.recipients ?? []);
    });
  }

  #stepOf(alarm: AlarmRecord, steps: AlertSettings['escalation'], nowMs: number, stillAhead: Map<string, Ahead>): number {
    const { store } = this.#parts;
    const { industryId, id } = alarm;
    const deliveries = store.ofAlarm(industryId, id);
    const ahead = this.#aheadOf(id, announcedMs(alarm, deliveries), nowMs);
    if (ahead) {
      stillAhead.set(id, ahead);
      // also where what follows cannot be stored
      this.#ahead.set(id, ahead);
    }
    return dueStep(alarm, deliveries, steps, { nowMs, firstSeenMs: ahead?.seenMs });
  }

  #aheadOf(alarmId: string, announcedAtMs: number, nowMs: number): Ahead | undefined {
    const before = this.#ahead.get(alarmId);
    const isKnown = before?.announcedMs === announcedAtMs;
    if (!isKnown && announcedAtMs <= nowMs) return undefined;
    return { announcedMs: announcedAtMs, seenMs: Math.min(isKnown ? before.seenMs : nowMs, nowMs) };
  }

  /** The steps with those on duty now in place of each rota. */
  #stepsNow(industryId: string, settings: AlertSettings | undefined): AlertSettings['escalation'] {
    const { escalation = [], rotas = [] } = settings ?? {};
    if (rotas.length === 0) return escalation;
    const minute = this.#parts.minuteOfWeek(industryId);
    return escalation.map((step) => ({ ...step, recipients: withoutRotas(step.recipients, rotas, minute) }));
  }
}
