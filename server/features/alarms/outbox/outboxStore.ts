import type { Statement } from 'better-sqlite3';
import type { Writer, WriteStatement, WriteTx } from '../../../db/writer.ts';
import type { Delivery, DeliveryChannel, DeliveryState } from './model.ts';
import { LONGEST_WAIT_MS, QUICK_TRIES, retryWaitMs } from './retries.ts';

type Now = { nowMs: number; longestWaitMs: number };
type Row = Omit<Delivery, 'digest'> & { digest: number };
const deliveryOf = (row: Row): Delivery => ({ ...row, digest: row.digest === 1 });

const columns =
  'id, industry_id as industryId, alarm_id as alarmId, kind, channel, recipient, step, state, digest, attempts, due_at as dueAtMs, expires_at as expiresAtMs, created_at as createdAtMs, settled_at as settledAtMs, error';

/** `retryWaitMs` of a row. */
const waitOfRow = `case attempts ${Array.from({ length: QUICK_TRIES }, (_, at) => `when ${at + 1} then ${retryWaitMs(at + 1)}`).join(' ')} else ${LONGEST_WAIT_MS} end`;

/**
 * A delivery of a time to come is from before the clock was set back: it is due now, once. Whether it waits for the end of quiet hours
 * is asked anew (`quietAgain`).
 */
const isDue = '(due_at <= @nowMs or (created_at > @nowMs + @longestWaitMs and due_at >= created_at))';

/**
 * Deliveries: added inside the transaction of their alarm, settled one by one. `+industry_id` keeps to the index of what is asked for:
 * that of the industry holds everything it was ever sent.
 */
export class OutboxStore {
  readonly #add: WriteStatement;
  readonly #due: Statement<[Now & { channel: DeliveryChannel; limit: number }], Row>;
  readonly #sameDigest: Statement<[Now & Pick<Delivery, 'industryId' | 'channel' | 'recipient'> & { isEscalated: number }], Row>;
  readonly #settle: WriteStatement;
  readonly #drop: WriteStatement;
  readonly #again: WriteStatement;
  readonly #confirm: WriteStatement;
  readonly #ofAlarm: Statement<[string, string], Row>;
  readonly #begin: WriteStatement;
  readonly #waiting: Statement<[DeliveryChannel, string], { count: number; oldest: number | null }>;
  readonly #lastFailed: Statement<[DeliveryChannel, string], { at: number; error: string }>;
  readonly #lastPutOff: Statement<[DeliveryChannel, string], { dueAt: number; attempts: number; error: string }>;
  readonly #sentSince: Statement<[string, number, number, number], { count: number }>;

  constructor(writer: Writer) {
    this.#add = writer.prepare(
      `insert into delivery (id, industry_id, alarm_id, kind, channel, recipient, step, state, digest, attempts, due_at, expires_at, created_at, settled_at, error)
       values (@id, @industryId, @alarmId, @kind, @channel, @recipient, @step, @state, @digest, @attempts, @dueAtMs, @expiresAtMs, @createdAtMs, @settledAtMs, @error)`,
    );
    this.#due = writer.select(
      `select ${columns} from delivery where channel = @channel and state = 'queued' and ${isDue}
       order by (select priority from alarm where alarm.id = delivery.alarm_id), due_at, created_at limit @limit`,
    );
    this.#sameDigest = writer.select(
      `select ${columns} from delivery where +industry_id = @industryId and channel = @channel and recipient = @recipient and state = 'queued'
       and digest = 1 and (kind = 'escalated') = @isEscalated and ${isDue} order by created_at`,
    );
    this.#settle = writer.prepare(
      "update delivery set state = ?, settled_at = ?, error = ?, attempts = attempts + 1 where id = ? and state = 'queued'",
    );
    // what failed before stays what became of it, at the time of its last try
    this.#drop = writer.prepare(
      `update delivery set state = 'expired', settled_at = case attempts when 0 then @atMs else min(@atMs, due_at - ${waitOfRow}) end,
       error = case attempts when 0 then @why else error end where id = @id and state = 'queued'`,
    );
    this.#again = writer.prepare(
      "update delivery set due_at = ?, error = ?, attempts = attempts + 1 where id = ? and state = 'queued'",
    );
    this.#begin = writer.prepare(
      "update delivery set created_at = @nowMs, due_at = @dueAtMs, expires_at = @dueAtMs + expires_at - due_at where id = @id and state = 'queued'",
    );
    this.#confirm = writer.prepare(
      "update delivery set state = 'confirmed', settled_at = ?, error = ? where +industry_id = ? and alarm_id = ? and channel = 'web' and state = 'sent'",
    );
    this.#ofAlarm = writer.select(
      `select ${columns} from delivery where +industry_id = ? and alarm_id = ? order by created_at, id`,
    );
    this.#waiting = writer.select(
      "select count(*) as count, min(created_at) as oldest from delivery where channel = ? and industry_id = ? and state = 'queued'",
    );
    this.#lastFailed = writer.select(
      "select settled_at as at, error from delivery where channel = ? and industry_id = ? and (state = 'failed' or state = 'expired' and attempts > 0) order by settled_at desc limit 1",
    );
    this.#lastPutOff = writer.select(
      "select due_at as dueAt, attempts, error from delivery where channel = ? and industry_id = ? and state = 'queued' and attempts > 0 order by due_at desc limit 1",
    );
    // counts no further than it is asked for: a flood is a thousand alarms in one transaction
    this.#sentSince = writer.select(
      `select count(*) as count from
       (select distinct alarm_id from delivery where industry_id = ? and created_at >= ? and (kind = 'escalated') = ? limit ?)`,
    );
  }

  /** In the transaction that is open. */
  add(tx: WriteTx, delivery: Delivery): void {
    this.#add.run(tx, { ...delivery, digest: delivery.digest ? 1 : 0 });
  }

  /** The most urgent alarms first, of these what has waited longest. */
  due(channel: DeliveryChannel, nowMs: number, limit: number): Delivery[] {
    return this.#due.all({ channel, limit, nowMs, longestWaitMs: LONGEST_WAIT_MS }).map(deliveryOf);
  }

  /** Takes deliveries of a time to come for such of now. @param dueAtMs by id */
  begin(tx: WriteTx, dueAtMs: ReadonlyMap<string, number>, nowMs: number): void {
    for (const [id, atMs] of dueAtMs) this.#begin.run(tx, { id, dueAtMs: atMs, nowMs });
  }

  /** All that go to one person in one message; what is escalated says so, apart from the rest. */
  sameDigest({ industryId, channel, recipient, kind }: Delivery, nowMs: number): Delivery[] {
    const isEscalated = kind === 'escalated' ? 1 : 0;
    const asked = { industryId, channel, recipient, isEscalated, nowMs, longestWaitMs: LONGEST_WAIT_MS };
    return this.#sameDigest.all(asked).map(deliveryOf);
  }

  settle(
    tx: WriteTx,
    ids: readonly string[],
    { state, error = '' }: { state: DeliveryState; error?: string },
    atMs: number,
  ): void {
    for (const id of ids) this.#settle.run(tx, state, atMs, error, id);
  }

  /** Not sent any more, and no fault of its channel. */
  drop(tx: WriteTx, ids: readonly string[], why: string, atMs: number): void {
    for (const id of ids) this.#drop.run(tx, { atMs, why, id });
  }

  tryAgain(tx: WriteTx, ids: readonly string[], dueAtMs: number, error: string): void {
    for (const id of ids) this.#again.run(tx, dueAtMs, error, id);
  }

  /** A device confirmed it. */
  confirm(tx: WriteTx, { industryId, alarmId }: { industryId: string; alarmId: string }, by: string, atMs: number): void {
    this.#confirm.run(tx, atMs, by, industryId, alarmId);
  }

  ofAlarm(industryId: string, alarmId: string): Delivery[] {
    return this.#ofAlarm.all(industryId, alarmId).map(deliveryOf);
  }

  /** Of one industry: how many wait at a channel, and since when the oldest does. */
  waiting(industryId: string, channel: DeliveryChannel): { count: number; oldestMs: number | null } {
    const row = this.#waiting.get(channel, industryId);
    return { count: row?.count ?? 0, oldestMs: row?.oldest ?? null };
  }

  /**
   * Of one industry: what the other side says when it refuses may name whom it was for. A message that waits for another try has failed
   * too.
   */
  lastFailure(industryId: string, channel: DeliveryChannel): { atMs: number; error: string } | undefined {
    const failed = this.#lastFailed.get(channel, industryId);
    const putOff = this.#lastPutOff.get(channel, industryId);
    const putOffMs = putOff && putOff.dueAt - retryWaitMs(putOff.attempts);
    if (putOff && putOffMs !== undefined && putOffMs >= (failed?.at ?? 0)) return { atMs: putOffMs, error: putOff.error };
    return failed && { atMs: failed.at, error: failed.error };
  }

  /** How many alarms were announced, or escalated, since a time, whenever they were raised; at most `most`. */
  sentSince(industryId: string, sinceMs: number, most: number, isEscalated = false): number {
    return this.#sentSince.get(industryId, sinceMs, isEscalated ? 1 : 0, most)?.count ?? 0;
  }
}
