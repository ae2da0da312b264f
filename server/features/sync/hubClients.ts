import { setTimeout as wait } from 'node:timers/promises';
import type { Identity } from '../../bundle/identity.ts';
import type { Clock } from '../../core/clock.ts';
import { HubClient } from './hubClient.ts';
import { ByteBudget } from './round/budget.ts';
import type { HubRow, SyncStore } from './syncStore.ts';

type HubClientsParts = {
  identity: Identity;
  store: SyncStore;
  clock: Clock;
  /** Pauses between attempts of one request, ms. */
  againAfterMs?: readonly number[];
};

/** One client for all rounds with a hub: its numbers rise. All that it sends is within the plant's budget. */
export class HubClients {
  readonly #parts: HubClientsParts;
  readonly #budget = new ByteBudget();
  #last: { client: HubClient; key: string } | undefined;

  constructor(parts: HubClientsParts) {
    this.#parts = parts;
  }

  of(hub: HubRow): HubClient {
    const key = `${hub.url} ${hub.key}`;
    if (this.#last?.key === key) return this.#last.client;
    const { identity, clock, store, againAfterMs } = this.#parts;
    const client = new HubClient({
      url: hub.url,
      hubKey: Buffer.from(hub.key, 'base64url'),
      certificate: hub.certificate,
      site: identity.site,
      signing: identity.signing,
      ...(againAfterMs && { againAfterMs }),
      spend: async (bytes, signal) => {
        const ms = this.#budget.waitMs(bytes, store.hub()?.bytesPerHour ?? null, clock.monotonicMs());
        if (ms > 0) await wait(ms, undefined, { signal });
      },
      clock,
    });
    this.#last = { client, key };
    return client;
  }

  /** The next one signs with the key of its time. */
  renew(): void {
    this.#last = undefined;
  }
}
