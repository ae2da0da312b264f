import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditStore } from './store.ts';

type Sent = { refuseLost(): void; isBegun: boolean };

/**
 * A change may wait long before it is made: for the changes before it, for a file, for a password to be hashed. Its first transaction asks
 * again whether its sender may make it; what has begun is finished, so that none is made by half.
 */
export class SendersRights {
  readonly #current = new AsyncLocalStorage<Sent>();

  /** @param assertKept throws while nothing that is written would be found again; asked with every transaction. */
  constructor(store: Pick<AuditStore, 'beforeCommit'>, assertKept: () => void = () => undefined) {
    store.beforeCommit(() => {
      const sent = this.#current.getStore();
      if (!sent) return;
      assertKept();
      if (sent.isBegun) return;
      sent.refuseLost();
      sent.isBegun = true;
    });
  }

  /** The first step of the change under way is no transaction: what it stores from now on is part of it. */
  begin(refuseLost: () => void): void {
    refuseLost();
    const sent = this.#current.getStore();
    if (sent) sent.isBegun = true;
  }

  /** @param refuseLost throws where the sender has lost the session or the right. */
  async whileAllowed<T>(refuseLost: () => void, work: () => Promise<T>): Promise<T> {
    const sent: Sent = { refuseLost, isBegun: false };
    try {
      return await this.#current.run(sent, work);
    } finally {
      // what a change has set going may go on after it
      sent.isBegun = true;
    }
  }
}
