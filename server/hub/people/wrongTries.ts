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

  /** @throws Failure `rateLimit` where there were too many. */
  check(username: string): void {
    const tries = this.#byName.get(username);
    if (!tries) return;
    const leftMs = tries.firstMs + WINDOW_MS - this.#clock.monotonicMs();
    if (leftMs <= 0) this.#byName.delete(username);
    else if (tries.count >= MOST_TRIES)
      throw new Failure('rateLimit', 'Too many wrong passwords', { retryAfterSeconds: Math.ceil(leftMs / 1000) });
  }

  wrong(username: string): void {
    const tries = this.#byName.get(username) ?? { count: 0, firstMs: this.#clock.monotonicMs() };
    tries.count += 1;
    this.#byName.set(username, tries);
  }

  right(username: string): void {
    this.#byName.delete(username);
  }
}
