import { randomUUID } from 'node:crypto';
import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import type { Clock } from '../../../core/clock.ts';
import { isFailure, messageOf as reasonOf } from '../../../core/fail.ts';
import type { Log } from '../../../core/log.ts';
import { HOUR_MS } from '../../../core/time.ts';
import type { Writer, WriteTx } from '../../../db/writer.ts';
import type { MessageChannel } from '../../delivery/index.ts';
import type { Announcer } from '../lifecycle/alarms.ts';
import type { AlarmRecord } from '../model.ts';
import { escalationOf, fanOut, type WallNow } from './fanOut.ts';
import { handOver } from './handOver.ts';
import type { Delivery, DeliveryChannel, Horn } from './model.ts';
import { shownRecipient, whyNotAnyMore } from './named.ts';
import { isSettled, noMoreOf } from './noMore.ts';
import type { OutboxStore } from './outboxStore.ts';
import { Outcomes } from './outcomes.ts';
import type { PlantWall } from './plantWall.ts';
import type { PushTokens } from './pushTokenStore.ts';
import { quietAgain } from './quietAgain.ts';
import { replacementsOf } from './replacements.ts';
import { leftToTry, retryWaitMs, saidAfter } from './retries.ts';
import { settingsNow, withoutRotas } from './rotas.ts';
import { isSameMessage, type PlannedMessage, sendingKey } from './sameMessage.ts';

export type OutboxParts = {
  writer: Writer;
  store: OutboxStore;
  channels: readonly MessageChannel[];
  horn: Horn;
  pushTokens: PushTokens;
  /** Settings as they were last read; alarms are only raised where they were. */
  settings(industryId: string): AlertSettings | undefined;
  alarm(industryId: string, alarmId: string): AlarmRecord | undefined;
  wall: Pick<PlantWall, 'minuteOfWeek' | 'dateAndTime'>;
  /** Records at the alarm that a message could not be delivered. */
  onFailed(tx: WriteTx, alarm: AlarmRecord, what: string): void;
  clock: Clock;
  log: Log;
};

const TEN_MINUTES_MS = 600_000;
const TICK_MS = 1000;
const TRY_MS = 60_000;
const EXPIRY_MS = 6 * HOUR_MS;
/** Messages of one channel under way at once. */
const atOnce: Record<DeliveryChannel, number> = { email: 2, sms: 1, messaging: 2, push: 8, web: 0, horn: 1 };
const ROWS_AT_ONCE = 50;

const idsOf = (rows: readonly Delivery[]): string[] => rows.map(({ id }) => id);

/** Messages that wait for their channels: each channel works by itself, so that a slow or dead one delays no other. */
export class Outbox implements Announcer {
  readonly #parts: OutboxParts;
  readonly #busy = new Map<string, { channel: DeliveryChannel; sending: Promise<void> }>();
  readonly #outcomes: Outcomes;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#outcomes = new Outcomes(parts.writer, parts.log);
  }

  start(): void {
    this.#timer ??= setInterval(() => this.work(), TICK_MS);
  }

  /** Gives up what is under way, which is tried again after the next start; may be called twice. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#stopping.abort(new Error('the server stops'));
    await Promise.all(this.#sending());
    for (const channel of this.#parts.channels) channel.stop();
  }

  /** In the transaction that writes the alarm. */
  enqueue(tx: WriteTx, alarm: AlarmRecord, kind: 'raised' | 'reminded'): void {
    const { store, settings: known, pushTokens } = this.#parts;
    const [stored, now] = [known(alarm.industryId), this.#wallNow(alarm.industryId)];
    if (!stored) return;
    const settings = settingsNow(stored, alarm, now);
    const isFlood = this.#isFlood(alarm, settings, false);
    const tokens = settings.channels.push.enabled ? pushTokens.ofIndustry(alarm.industryId) : [];
    const planned = fanOut(alarm, { ...now, settings, pushTokens: tokens, isFlood });
    for (const { channel, recipient, dueAtMs, digest } of planned)
      this.#add(tx, alarm, { kind, channel, recipient, dueAtMs, digest, step: 0 });
    const { escalation } = settings;
    if (kind === 'raised' || escalation.length === 0) return;
    // a reminder also goes to the recipients of the next escalation step
    const done = Math.max(0, ...store.ofAlarm(alarm.industryId, alarm.id).map(({ step }) => step));
    const step = Math.min(done + 1, escalation.length);
    this.escalate(tx, alarm, step, escalation[step - 1]?.recipients ?? []);
  }

  /** Notifies the next step of the escalation; in a transaction. */
  escalate(tx: WriteTx, alarm: AlarmRecord, step: number, addresses: readonly string[]): void {
    const settings = this.#parts.settings(alarm.industryId);
    const now = this.#wallNow(alarm.industryId);
    const isFlood = settings !== undefined && this.#isFlood(alarm, settings, true);
    const to = withoutRotas(addresses, settings?.rotas, now.minuteAt(now.nowMs));
    for (const planned of escalationOf(alarm, to, { ...now, settings, isFlood }))
      this.#add(tx, alarm, { ...planned, kind: 'escalated', step });
  }

  #wallNow(industryId: string): WallNow {
    const { clock, wall } = this.#parts;
    return { nowMs: clock.now(), minuteAt: (ms) => wall.minuteOfWeek(industryId, ms) };
  }

  /** More alarms than the settings allow were announced, or escalated, in the last ten minutes. */
  #isFlood({ industryId }: AlarmRecord, { flood: { perTenMinutes } }: AlertSettings, isEscalated: boolean): boolean {
    const { store, clock } = this.#parts;
    return store.sentSince(industryId, clock.now() - TEN_MINUTES_MS, perTenMinutes, isEscalated) >= perTenMinutes;
  }

  /** A device confirmed an alarm's live message. Stored as soon as possible, also after a full disk. */
  confirm(industryId: string, alarmId: string, by: string): void {
    const { store, clock } = this.#parts;
    const atMs = clock.now();
    this.#outcomes.store([`confirmed:${industryId}:${alarmId}`], (tx) => store.confirm(tx, { industryId, alarmId }, by, atMs));
  }

  /** Sends what is due, as far as the channels are free. */
  work(): void {
    this.#outcomes.storeAgain();
    for (const channel of ['email', 'sms', 'messaging', 'push', 'horn'] as const) this.#workOn(channel);
  }

  /** Everything that was under way has ended. */
  async settled(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#sending());
  }

  #add(
    tx: WriteTx,
    alarm: AlarmRecord,
    { createdAtMs = this.#parts.clock.now(), ...planned }: PlannedMessage & { step: number; createdAtMs?: number },
  ): void {
    const nowMs = this.#parts.clock.now();
    // live messages are published when the transaction commits, so they count as sent
    const isSent = planned.channel === 'web';
    const { store } = this.#parts;
    const earlier = planned.kind === 'raised' ? [] : store.ofAlarm(alarm.industryId, alarm.id);
    const before = earlier.filter((one) => isSameMessage(one, planned, nowMs) && !this.#busy.has(sendingKey(one)));
    for (const { id } of before) store.drop(tx, [id], 'announced again before it went out', nowMs);
    store.add(tx, {
      ...planned,
      // in the place of what it stands for, so that none is put off by each reminder
      dueAtMs: Math.min(planned.dueAtMs, ...before.map(({ dueAtMs }) => dueAtMs)),
      id: randomUUID(),
      industryId: alarm.industryId,
      alarmId: alarm.id,
      state: isSent ? 'sent' : 'queued',
      attempts: 0,
      expiresAtMs: planned.dueAtMs + EXPIRY_MS,
      createdAtMs,
      settledAtMs: isSent ? nowMs : null,
      error: '',
    });
  }

  /** Whoever is in the place of a recipient meanwhile gets what the one before did not get any more. */
  #replace(tx: WriteTx, delivery: Delivery, alarm: AlarmRecord, settings: AlertSettings): void {
    const { store, clock } = this.#parts;
    const { kind, channel, digest, step, createdAtMs } = delivery;
    const told = isSettled(alarm, clock.now()) ? undefined : store.ofAlarm(alarm.industryId, alarm.id);
    // as old as the one before: the escalation goes by when its alarm was announced
    for (const recipient of told ? replacementsOf({ delivery, alarm, told }, settings, this.#wallNow(alarm.industryId)) : [])
      this.#add(tx, alarm, { kind, channel, recipient, dueAtMs: clock.now(), digest, step, createdAtMs });
  }

  #sending(): Promise<void>[] {
    return [...this.#busy.values()].map(({ sending }) => sending);
  }

  #workOn(channel: DeliveryChannel): void {
    try {
      this.#begin(channel);
    } catch (error) {
      this.#parts.log.error({ err: error, channel }, 'waiting messages could not be read');
    }
  }

  #begin(channel: DeliveryChannel): void {
    const running = [...this.#busy.values()].filter((one) => one.channel === channel).length;
    if (this.#stopping.signal.aborted) return;
    for (const delivery of this.#nextOf(channel, atOnce[channel] - running)) {
      const key = sendingKey(delivery);
      const over = (): void => void this.#busy.delete(key);
      const sending = this.#send(delivery).then(
        () => {
          over();
          this.#workOn(channel);
        },
        (error: unknown) => {
          // this delivery would be the next one again: wait for the timer
          over();
          this.#parts.log.error({ err: error }, 'a message could not be looked at');
        },
      );
      this.#busy.set(key, { channel, sending });
    }
  }

  /** What is to be sent next; looks further where what is under way, or sent and not stored as such, stands before it. */
  #nextOf(channel: DeliveryChannel, count: number): Delivery[] {
    const { store, clock } = this.#parts;
    for (let rows = ROWS_AT_ONCE; count > 0; rows *= 4) {
      const due = store.due(channel, clock.now(), rows);
      const free = due.filter((one) => !this.#busy.has(sendingKey(one)) && !this.#outcomes.isUnstored(one.id));
      // of a digest one row stands for all
      const next = [...new Map(free.map((one) => [sendingKey(one), one])).values()].slice(0, count);
      if (next.length === count || due.length < rows) return next;
    }
    return [];
  }

  async #send(delivery: Delivery): Promise<void> {
    const { store, clock } = this.#parts;
    const members = delivery.digest ? store.sameDigest(delivery, clock.now()) : [delivery];
    const rows = members.filter(({ id }) => !this.#outcomes.isUnstored(id));
    const alarms = rows.flatMap(({ industryId, alarmId }) => this.#parts.alarm(industryId, alarmId) ?? []);
    const settings = this.#parts.settings(delivery.industryId);
    const whyNot = settings ? whyNotAnyMore(settings, delivery) : null;
    if (settings && whyNot !== null)
      return this.#outcomes.store(idsOf(rows), (tx) => {
        store.drop(tx, idsOf(rows), whyNot, clock.now());
        for (const alarm of alarms) this.#replace(tx, delivery, alarm, settings);
      });
    const dropped = noMoreOf(rows, alarms, clock.now());
    if (dropped.length > 0)
      this.#outcomes.store(idsOf(dropped), (tx) =>
        store.drop(tx, idsOf(dropped), 'answered, over or held back before it was due', clock.now()),
      );
    const left = rows.filter((row) => !dropped.includes(row));
    const quiet = quietAgain(left, alarms, { channels: settings?.channels, ...this.#wallNow(delivery.industryId) });
    if (quiet.size > 0) this.#outcomes.store([...quiet.keys()], (tx) => store.begin(tx, quiet, clock.now()));
    const going = left.filter(({ id }) => !quiet.has(id));
    if (going.length > 0)
      await this.#try(
        delivery,
        going,
        alarms.filter(({ id }) => going.some(({ alarmId }) => alarmId === id)),
      );
  }

  async #try(delivery: Delivery, rows: readonly Delivery[], alarms: readonly AlarmRecord[]): Promise<void> {
    const { store, clock } = this.#parts;
    const ids = idsOf(rows);
    const [first] = alarms;
    if (!first)
      return this.#outcomes.store(ids, (tx) =>
        store.settle(tx, ids, { state: 'failed', error: 'the alarm is gone' }, clock.now()),
      );
    try {
      await handOver(
        this.#parts,
        delivery,
        { alarms, first },
        AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(TRY_MS)]),
      );
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      return this.#failed(delivery, rows, alarms, error);
    }
    this.#outcomes.store(ids, (tx) =>
      store.settle(tx, ids, { state: delivery.kind === 'escalated' ? 'escalated' : 'sent' }, clock.now()),
    );
  }

  /** Of a digest each is tried until its own time, or its own tries, are over. */
  #failed(delivery: Delivery, rows: readonly Delivery[], alarms: readonly AlarmRecord[], error: unknown): void {
    const { store, clock, channels, pushTokens, log, onFailed, wall } = this.#parts;
    const [nowMs, reason, hasLeft] = [clock.now(), reasonOf(error), !isFailure(error, 'unavailable')];
    const { channel, industryId } = delivery;
    const attempts = delivery.attempts + 1;
    const dueAtMs = nowMs + retryWaitMs(attempts);
    const isPassing = channels.some(({ name }) => name === channel) && isFailure(error, 'unavailable');
    const mayGoOn = isPassing || (channel === 'horn' && !isFailure(error, 'notFound'));
    const waiting = mayGoOn ? leftToTry(rows, dueAtMs, hasLeft) : [];
    const over = rows.filter((row) => !waiting.includes(row));
    log.warn({ channel, reason, attempts }, 'a message did not go out');
    this.#outcomes.store(idsOf(rows), (tx) => {
      const note = (of: readonly Delivery[], what: string): void => {
        const alarm = alarms.find(({ id }) => of.some(({ alarmId }) => alarmId === id));
        if (alarm) onFailed(tx, alarm, `${channel} to ${shownRecipient(delivery)} ${what}: ${reason}`);
      };
      if (isFailure(error, 'notFound') && channel === 'push') pushTokens.remove(tx, delivery.recipient);
      const state = isPassing ? 'expired' : 'failed';
      store.settle(tx, idsOf(over), { state, error: reason }, nowMs);
      note(over, state);
      store.tryAgain(tx, idsOf(waiting), dueAtMs, reason);
      const untilMs = Math.max(...waiting.map(({ expiresAtMs }) => expiresAtMs));
      if (attempts === saidAfter(channel, hasLeft) && waiting.length > 0)
        note(waiting, `waits and is tried until ${wall.dateAndTime(industryId, untilMs)}`);
    });
  }
}
