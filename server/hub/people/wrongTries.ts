import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';

const MOST_TRIES = 10;
const WINDOW_MS = 900_000;
const MOST_NAMES = 10_000;

/** Wrong passwords of one name, counted in memory: after ten within a quarter of an hour no more are checked until it is over. */
export class WrongTries {
  readonly #clock: Clock;
  readonly #byName = new LRUCache<string, { count: number; firstMs: number }>({ max: MOST_NAMES });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Counts a try as a wrong one before its password is checked, so that many at once are no more than ten either.
   * @throws Failure `rateLimit` where there were too many.
   */
  begin(username: string): void {
    const nowMs = this.#clock.monotonicMs();
    const before = this.#byName.get(username);
    const tries = before && before.firstMs + WINDOW_MS > nowMs ? before : { count: 0, firstMs: nowMs };
    if (tries.count >= MOST_TRIES) {
      const leftMs = tries.firstMs + WINDOW_MS - nowMs;
      throw new Failure('rateLimit', 'Too many wrong passwords', { retryAfterSeconds: Math.ceil(leftMs / 1000) });
    }
    this.#byName.set(username, { ...tries, count: tries.count + 1 });
  }

  /** Takes back a try whose password nobody could check. */
  takeBack(username: string): void {
    const tries = this.#byName.get(username);
    if (tries) this.#byName.set(username, { ...tries, count: tries.count - 1 });
  }

  right(username: string): void {
    this.#byName.delete(username);
  }
}
