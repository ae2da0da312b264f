import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { messageOf } from '../../core/fail.ts';
import type { Log } from '../../core/log.ts';
import type { AuditStore, Unlinked } from './store.ts';

type Change = { id: string; row: Unlinked; isOpen: boolean };

const AGAIN_MS = 1000;

/**
 * Changes under way. Every transaction of a change also notes, in a table of its own, that it is being made; the entries take the
 * note's place once the details are known. A note that is left, as after a crash, becomes an entry without details.
 */
export class PendingChanges {
  readonly #store: AuditStore;
  readonly #log: Log;
  readonly #current = new AsyncLocalStorage<Change>();
  /** By change, entries that could not be stored yet. */
  readonly #unstored = new Map<string, Unlinked[]>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: AuditStore, log: Log) {
    this.#store = store;
    this.#log = log;
    store.beforeCommit((tx) => {
      const change = this.#current.getStore();
      // what a change has set going may go on after it
      if (change?.isOpen) store.addPending(tx, change.id, change.row);
    });
  }

  /** After a start: what a crash left becomes entries. */
  resume(): void {
    for (const { id, row } of this.#store.pending()) this.#unstored.set(id, [row]);
    this.#storeAgain();
  }

  stop(): void {
    this.#storeAgain();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async carryOut<T>(row: Unlinked, work: () => Promise<T>, entries: () => Unlinked[]): Promise<T> {
    const change: Change = { id: randomUUID(), row, isOpen: true };
    try {
      const answer = await this.#current.run(change, work);
      change.isOpen = false;
      if (this.#store.isPending(change.id)) this.#finish(change.id, entries());
      else this.#store.settle(change.id, entries());
      return answer;
    } catch (error) {
      if (change.isOpen && this.#store.isPending(change.id))
        this.#finish(change.id, [{ ...row, after: JSON.stringify({ failed: messageOf(error) }) }]);
      change.isOpen = false;
      throw error;
    }
  }

  /** The change is stored, and with it that it was made: entries that do not fit now are stored later. */
  #finish(id: string, entries: Unlinked[]): void {
    try {
      this.#store.settle(id, entries);
    } catch (error) {
      this.#log.error({ err: error }, 'the audit entry of a change is stored as soon as it can be');
      this.#unstored.set(id, entries);
      this.#timer ??= setTimeout(() => this.#storeAgain(), AGAIN_MS);
    }
  }

  #storeAgain(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [id, entries] of [...this.#unstored]) {
      this.#unstored.delete(id);
      this.#finish(id, entries);
    }
  }
}
