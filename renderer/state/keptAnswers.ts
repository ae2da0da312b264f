import { z } from 'zod';

const cacheName = 'headworks-answers';
/** A page that is asked for every few seconds is written this often at most. */
const everyMs = 20_000;
/** Of one person: more than all pages ask for. */
const most = 150;

const kept = z.object({ atMs: z.number(), reply: z.unknown() });
type Kept = z.infer<typeof kept>;

/**
 * The last answers, so that a panel that opens while the server is away shows what was last known, with its age. Only where the browser
 * has a cache for pages (HTTPS and loopback), for the person who asked, and until they sign out.
 */
export class KeptAnswers {
  readonly #caches: CacheStorage | undefined;
  readonly #userId: () => string | null;
  readonly #written = new Map<string, number>();

  constructor(storage: CacheStorage | undefined, userId: () => string | null) {
    this.#caches = storage;
    this.#userId = userId;
  }

  async put(name: string, reply: unknown, atMs: number): Promise<void> {
    const address = this.#addressOf(name);
    const last = this.#written.get(name);
    if (this.#caches === undefined || address === null || (last !== undefined && atMs - last < everyMs)) return;
    this.#written.set(name, atMs);
    try {
      const cache = await this.#caches.open(cacheName);
      await cache.put(address, Response.json({ atMs, reply } satisfies Kept));
      const all = await cache.keys();
      for (const old of all.slice(0, Math.max(0, all.length - most))) await cache.delete(old);
    } catch {
      // a browser without room keeps nothing, and shows the panel as before
    }
  }

  async get(name: string): Promise<Kept | null> {
    const address = this.#addressOf(name);
    if (this.#caches === undefined || address === null) return null;
    try {
      const answer = await (await this.#caches.open(cacheName)).match(address);
      return answer === undefined ? null : kept.parse(await answer.json());
    } catch {
      return null;
    }
  }

  /** Nothing of a plant stays where a person has signed out. */
  async clear(): Promise<void> {
    this.#written.clear();
    await this.#caches?.delete(cacheName).catch(() => false);
  }

  #addressOf(name: string): string | null {
    const userId = this.#userId();
    return userId === null ? null : `/kept/${encodeURIComponent(userId)}/${encodeURIComponent(name)}`;
  }
}
