import { randomUUID } from 'node:crypto';
import type { AddressedMessage, Bus } from '../../../core/bus.ts';
import type { Clock } from '../../../core/clock.ts';
import type { WriteTx } from '../../../db/writer.ts';
import type { LiveLog } from '../live/liveLog.ts';
import type { AlarmBrief, AlarmCount, AlarmPeriods, AlarmReader, AlarmRecord, AlarmStep } from '../model.ts';
import type { Stage } from '../rules/model.ts';
import type { AlarmStore } from './alarmStore.ts';

/** Sends notifications of an alarm besides the live channel; called inside the transaction that writes it. */
export interface Announcer {
  enqueue(tx: WriteTx, alarm: AlarmRecord, kind: 'raised' | 'reminded'): void;
}

export type AlarmsParts = { store: AlarmStore; liveLog: LiveLog; bus: Bus; clock: Clock; announcer: Announcer };

export type NewAlarm = Omit<
  AlarmRecord,
  | 'id'
  | 'clearedAtMs'
  | 'ackedAtMs'
  | 'ackedBy'
  | 'resolvedAtMs'
  | 'resolvedBy'
  | 'shelvedUntilMs'
  | 'suppressed'
  | 'count'
  | 'assignees'
>;

/**
 * Notifications through their life. Every change is part of the transaction that is open on the writing connection, with its
 * live message and its deliveries; `publishPending` gives the messages to the bus once that transaction is through.
 */
export class Alarms implements AlarmReader, AlarmPeriods {
  readonly #parts: AlarmsParts;
  #pending: AddressedMessage[] = [];

  constructor(parts: AlarmsParts) {
    this.#parts = parts;
  }

  between(industryId: string, fromMs: number, toMs: number, unitIds?: readonly string[]): AlarmRecord[] {
    return this.#parts.store.between(industryId, fromMs, toMs, unitIds);
  }

  openWithin(industryId: string, fromMs: number, toMs: number): AlarmRecord[] {
    return this.#parts.store.openWithin(industryId, fromMs, toMs);
  }

  /** As `between`, with what lists say. */
  briefs(industryId: string, fromMs: number, toMs: number, unitIds?: readonly string[]): AlarmBrief[] {
    return this.#parts.store.briefs(industryId, fromMs, toMs, unitIds);
  }

  /** How many were raised in [fromMs, toMs), by unit and kind. */
  counts(industryId: string, fromMs: number, toMs: number): AlarmCount[] {
    return this.#parts.store.counts(industryId, fromMs, toMs);
  }

  /** Another one after every change of any alarm. */
  revision(): number {
    return this.#parts.store.revision();
  }

  open(industryId: string): AlarmRecord[] {
    return this.#parts.store.open(industryId);
  }

  steps(alarmId: string): AlarmStep[] {
    return this.#parts.store.steps(alarmId);
  }

  find(industryId: string, id: string): AlarmRecord | undefined {
    return this.#parts.store.find(industryId, id);
  }

  openOfKey(industryId: string, key: string): AlarmRecord | undefined {
    return this.#parts.store.openOfKey(industryId, key, this.#parts.clock.now());
  }

  hasKey(industryId: string, key: string): boolean {
    return this.#parts.store.hasKey(industryId, key);
  }

  /** A new alarm: published on the live channel and, unless it is late or an insight, sent to people. */
  raise(tx: WriteTx, alarm: NewAlarm, clearedAtMs: number | null = null): AlarmRecord {
    const record: AlarmRecord = {
      ...alarm,
      id: randomUUID(),
      clearedAtMs,
      ackedAtMs: null,
      ackedBy: null,
      resolvedAtMs: null,
      resolvedBy: null,
      shelvedUntilMs: null,
      suppressed: false,
      count: 1,
      assignees: [],
    };
    this.#write(tx, record, { kind: 'raised', userId: null, note: '' });
    this.#say(tx, record, 'alert');
    if (isSilence(record)) this.#say(tx, record, 'device_status');
    if (!record.late && !record.insight) this.#parts.announcer.enqueue(tx, record, 'raised');
    return record;
  }

  /** Another activation of the same; `announce` when people must be notified again. */
  rejoin(tx: WriteTx, before: AlarmRecord, value: number | null, announce: boolean): AlarmRecord {
    const record = { ...before, count: before.count + 1, value, clearedAtMs: null, ...(announce && unread) };
    this.#write(tx, record, { kind: 'rejoined', userId: null, note: '' });
    this.#say(tx, record, announce ? 'alert' : 'notification_updated');
    if (isSilence(record)) this.#say(tx, record, 'device_status');
    if (announce && !record.insight) this.#parts.announcer.enqueue(tx, record, 'reminded');
    return record;
  }

  remind(tx: WriteTx, before: AlarmRecord): AlarmRecord {
    const record = { ...before, ...unread };
    this.#write(tx, record, { kind: 'reminded', userId: null, note: '' });
    this.#say(tx, record, 'alert');
    if (!record.insight) this.#parts.announcer.enqueue(tx, record, 'reminded');
    return record;
  }

  /** It goes on, seen or hidden by what else flows; nobody is called for that. */
  restate(
    tx: WriteTx,
    before: AlarmRecord,
    said: Pick<AlarmRecord, 'title' | 'body' | 'meta' | 'value'>,
    kind: Stage,
  ): AlarmRecord {
    const record = { ...before, ...said };
    this.#write(tx, record, { kind, userId: null, note: said.body });
    this.#say(tx, record, 'notification_updated');
    return record;
  }

  clear(tx: WriteTx, before: AlarmRecord, atMs: number, body: string): AlarmRecord {
    const record = { ...before, clearedAtMs: atMs, suppressed: false };
    this.#write(tx, record, { kind: 'cleared', userId: null, note: body });
    this.#say(tx, record, 'alert_cleared', { title: `${record.title}: over`, body });
    if (isSilence(record)) this.#say(tx, record, 'device_status', { title: `${record.title}: over`, body });
    return record;
  }

  /** Suppressed by its gateway or by work at its unit, or no longer so; no notifications meanwhile. */
  suppress(tx: WriteTx, before: AlarmRecord, suppressed: boolean): AlarmRecord {
    const record = { ...before, suppressed };
    this.#write(tx, record, { kind: suppressed ? 'suppressed' : 'unsuppressed', userId: null, note: '' });
    this.#say(tx, record, 'notification_updated');
    return record;
  }

  /** Anything that a person did to it. */
  change(tx: WriteTx, record: AlarmRecord, step: Omit<AlarmStep, 'at'>): void {
    this.#write(tx, record, step);
    this.#say(tx, record, 'notification_updated');
  }

  /** Notifies those who manage the account, and the assignee, that an alarm was assigned. */
  assigned(
    tx: WriteTx,
    record: AlarmRecord,
    step: Omit<AlarmStep, 'at'>,
    { body, assigneeId }: { body: string; assigneeId: string },
  ): void {
    this.#write(tx, record, step);
    this.#pending.push(
      this.#parts.liveLog.append(tx, {
        industryId: record.industryId,
        type: 'notification_assigned',
        title: 'Notification Assigned',
        body,
        data: { ...dataOf(record), assigneeId },
        audience: 'desk',
        userId: assigneeId,
      }),
    );
  }

  /** After the transaction: publishes what it stored on the live channel. */
  publishPending(): void {
    const messages = this.#pending.splice(0);
    for (const [industryId, own] of Map.groupBy(messages, ({ message }) => message.industryId))
      this.#parts.bus.emit('durableMessages', { industryId, messages: own });
  }

  /** After a transaction that failed: nothing of it was said. */
  forget(): void {
    this.#pending.length = 0;
  }

  #write(tx: WriteTx, record: AlarmRecord, step: Omit<AlarmStep, 'at'>): void {
    this.#parts.store.put(tx, record);
    this.#parts.store.addStep(tx, record.id, { ...step, at: this.#parts.clock.now() });
  }

  #say(
    tx: WriteTx,
    record: AlarmRecord,
    type: 'alert' | 'alert_cleared' | 'notification_updated' | 'device_status',
    { title, body }: Pick<AlarmRecord, 'title' | 'body'> = record,
  ): void {
    this.#pending.push(
      this.#parts.liveLog.append(tx, { industryId: record.industryId, type, title, body, data: dataOf(record) }),
    );
  }
}

/** A unit or a gateway that sends nothing. */
const isSilence = ({ category, meta, late }: AlarmRecord): boolean => category === 'device_status' && meta.code === 1 && !late;

const unread = { ackedAtMs: null, ackedBy: null } as const;

/** ISA-18.2 state from its flags. */
export const stateOf = (
  { clearedAtMs, ackedAtMs, resolvedAtMs, shelvedUntilMs, suppressed, insight }: AlarmRecord,
  nowMs: number,
) => {
  if (shelvedUntilMs !== null && shelvedUntilMs > nowMs) return 'shelved';
  if (suppressed) return 'suppressed';
  const isDone = ackedAtMs !== null || resolvedAtMs !== null || insight;
  if (clearedAtMs === null) return isDone ? 'ack' : 'unack';
  return isDone ? 'normal' : 'rtn_unack';
};

const dataOf = (record: AlarmRecord): Record<string, unknown> => ({
  notificationId: record.id,
  unitId: record.unitId,
  alertType: record.alertType,
  category: record.category,
  priority: record.priority,
  action: record.action,
  message: { code: record.meta.text ?? null, params: record.meta },
  insight: record.insight,
  value: record.value,
  threshold: record.threshold,
  count: record.count,
  state: stateOf(record, record.raisedAtMs),
});
