import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';

const MOST_TRIES = 10;
const WINDOW_MS = 900_000;
const MOST_COUNTED = 10_000;

type Tries = { count: number; firstMs: number };
/** Who tries a password: the id of the person of that name where there is one, and from which address. */
export type Try = { username: string; userId: number | undefined; ip: string };

/**
 * Wrong passwords, counted in memory: after ten within a quarter of an hour no more are checked until it is over. Each address from
 * which a person has logged in has its own ten; all others have ten together, so that nobody elsewhere keeps that person out.
 */
export class WrongTries {
  readonly #clock: Clock;
  /** Names that nobody has are as many as somebody tries: they push out no count of a person. */
  readonly #ofNobody = new LRUCache<string, Tries>({ max: MOST_COUNTED });
  readonly #ofPeople = new LRUCache<string, Tries>({ max: MOST_COUNTED });
  readonly #loggedIn = new LRUCache<string, true>({ max: MOST_COUNTED });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Counts a try as a wrong one before its password is checked, so that many at once are no more than ten either.
   * @throws Failure `rateLimit` where there were too many.
   */
  begin(one: Try): void {
    const nowMs = this.#clock.monotonicMs();
    const [counts, key] = this.#countOf(one);
    const before = counts.get(key);
    const tries = before && before.firstMs + WINDOW_MS > nowMs ? before : { count: 0, firstMs: nowMs };
    if (tries.count >= MOST_TRIES) {
      const leftMs = tries.firstMs + WINDOW_MS - nowMs;
      throw new Failure('rateLimit', 'Too many wrong passwords', { retryAfterSeconds: Math.ceil(leftMs / 1000) });
    }
    counts.set(key, { ...tries, count: tries.count + 1 });
  }

  /** Takes back a try whose password nobody could check. */
  takeBack(one: Try): void {
    const [counts, key] = this.#countOf(one);
    const tries = counts.get(key);
    if (tries && tries.count > 0) counts.set(key, { ...tries, count: tries.count - 1 });
  }

  /** One who knows the password starts anew at their address; what others have spent stays spent, but for this try. */
  right(one: Try): void {
    this.takeBack(one);
    const address = addressOf(one);
    this.#loggedIn.set(address, true);
    this.#ofPeople.delete(address);
  }

  #countOf(one: Try): [LRUCache<string, Tries>, string] {
    if (one.userId === undefined) return [this.#ofNobody, one.username];
    const address = addressOf(one);
    return [this.#ofPeople, this.#loggedIn.has(address) ? address : String(one.userId)];
  }
}

const addressOf = ({ userId, ip }: Try): string => `${userId} ${ip}`;
