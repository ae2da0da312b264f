import type { DurableMessage } from '../../../contract/live/messages.ts';
import type { AddressedMessage } from '../../../core/bus.ts';
import type { Clock } from '../../../core/clock.ts';
import type { WriteTx } from '../../../db/writer.ts';
import type { LiveLogStore } from './liveLogStore.ts';

export type LiveEntry = {
  industryId: string;
  type: DurableMessage['type'];
  title: string;
  body: string;
  data: Record<string, unknown>;
  /** `alerts` unless it is a matter of those who run the account. */
  audience?: AddressedMessage['audience'];
  /** The person it is about, who gets it too. */
  userId?: string;
};

/** How many messages of an industry can be asked for again, and how many come before old ones are thrown away. */
const KEPT = 10_000;
const PRUNE_EVERY = 256;

/** Durable messages of the live channel: stored in the transaction of the change they report, kept for clients that were disconnected. */
export class LiveLog {
  readonly #store: LiveLogStore;
  readonly #clock: Clock;
  #sincePruned = 0;

  constructor(store: LiveLogStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Stores a message in the open transaction.
   * @returns what to give to the bus as `durableMessages` once the transaction is through.
   */
  append(tx: WriteTx, { industryId, type, title, body, data, audience = 'alerts', userId }: LiveEntry): AddressedMessage {
    const message = this.#store.add(tx, {
      industry_id: industryId,
      audience,
      user_id: userId ?? null,
      at: this.#clock.now(),
      type,
      title,
      body,
      data: JSON.stringify(data),
    });
    this.#sincePruned += 1;
    if (this.#sincePruned >= PRUNE_EVERY) {
      this.#sincePruned = 0;
      this.#store.keepNewest(tx, industryId, KEPT);
    }
    return message;
  }

  /** The oldest ones after an id, in order. */
  after(industryId: string, id: number, limit: number): AddressedMessage[] {
    return this.#store.after(industryId, id, limit);
  }

  /** What some messages of an industry were about. */
  alarmsOf(industryId: string, messageIds: readonly number[]): string[] {
    return [...new Set(this.#store.alarmsOf(industryId, messageIds))];
  }

  /** Ids of the oldest and the newest message that is kept, 0 where there is none. */
  ends(industryId: string): { first: number; last: number; isPruned: boolean } {
    const { first, last, count } = this.#store.ends(industryId);
    return { first: first ?? 0, last: last ?? 0, isPruned: count >= KEPT };
  }
}
