import type { DurableMessage } from '../contract/live/messages.ts';
import type { FieldQuality } from '../contract/model/field.ts';
import type { Log } from './log.ts';

/** Events that parts of the server publish for each other. */
export type Events = {
  /** Fresh live values of one industry, after ingest took them; to be read at once, if at all. */
  liveValues: { industryId: string; values: Iterable<LiveUpdate> };
  /** 5-minute slots (floor(epoch seconds / 300)), both ends included, are over and their values are stored. */
  slotsClosed: { fromSlot: number; toSlot: number };
  /** A shift day (YYYY-MM-DD) of an industry was packed for the first time. */
  dayClosed: { industryId: string; date: string };
  /** Late or corrected data changed a closed day. */
  dayRevised: { industryId: string; date: string; seriesIds: number[] };
  /** Late or corrected data changed slots from one on after their `slotsClosed`; their day is still open. */
  slotsRevised: { industryId: string; fromSlot: number; seriesIds: number[] };
  /** All changes up to this mark have been published by the two events above. */
  revisionsPublished: { mark: number };
  /** Connections, devices, tags or units changed; the field and ingest re-read them. */
  configurationChanged: { industryId: string };
  /** Durable messages that are stored now, in the order of their ids. */
  durableMessages: { industryId: string; messages: AddressedMessage[] };
  /** Equipment such as a valve is not as it should be (`text`), or is right again (null). `key` names it for good. */
  equipmentFault: { industryId: string; key: string; name: string; text: string | null };
  /** A session ended (logout, revocation); its sockets close. */
  sessionEnded: { sessionId: string; userId: string };
};

/**
 * A durable message and its audience. `alerts`: users with the permission ALERTS. `desk`: those who manage the account, and the user it is about.
 */
export type AddressedMessage = { message: DurableMessage; audience: 'alerts' | 'desk'; userId: string | null };

export type LiveUpdate = {
  unitId: string;
  param: string;
  value: number | null;
  quality: FieldQuality;
  /** Epoch ms of the last good value, null when there was none. */
  atMs: number | null;
};

type Listener<K extends keyof Events> = (event: Events[K]) => void;

/** Typed events; a listener that throws is logged with its owner and does not stop the others. */
export class Bus {
  readonly #listeners = new Map<keyof Events, Set<{ owner: string; call: Listener<never> }>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Returns the function that removes the listener. */
  on<K extends keyof Events>(owner: string, event: K, call: Listener<K>): () => void {
    const entry = { owner, call: call as Listener<never> };
    const set = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, set.add(entry));
    return () => set.delete(entry);
  }

  emit<K extends keyof Events>(event: K, payload: Events[K]): void {
    for (const { owner, call } of this.#listeners.get(event) ?? []) {
      try {
        (call as Listener<K>)(payload);
      } catch (error) {
        this.#log.error({ err: error, owner, event }, 'a listener failed');
      }
    }
  }
}
