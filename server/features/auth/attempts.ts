import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { HOUR_MS } from '../../core/time.ts';
import type { WriteTx } from '../../db/writer.ts';
import type { AttemptStore, TryKey, TryWindow } from './attemptStore.ts';
import { hashToken } from './tokens.ts';

const PURGE_MS = HOUR_MS;

/** Tries by account, number or address, counted in the database so that a restart forgives nothing. */
export class Attempts {
  readonly #store: AttemptStore;
  readonly #clock: Clock;
  #purgedMs = 0;

  constructor(store: AttemptStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Counts one try before it is made.
   * @throws Failure `rateLimit` when a window is full; that try is not counted.
   */
  async take(scope: string, subject: string, windows: readonly TryWindow[], message = 'Rate limit exceeded'): Promise<void> {
    const nowMs = this.#clock.now();
    if (nowMs - this.#purgedMs >= PURGE_MS) {
      this.#purgedMs = nowMs;
      // what is over stays an hour longer: no login fails by it
      await this.#store.purge(nowMs).catch(() => undefined);
    }
    const waitMs = await this.#store.take(keyOf(scope, subject), windows, nowMs);
    if (waitMs > 0) throw new Failure('rateLimit', message, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }

  /**
   * Counts one try before it is made; the one that fills the window keeps it full for its whole length.
   * @returns whether there was one left.
   */
  async reserve(scope: string, subject: string, window: TryWindow): Promise<boolean> {
    return (await this.#store.take(keyOf(scope, subject), [window], this.#clock.now(), true)) === 0;
  }

  giveBack(scope: string, subject: string): Promise<void> {
    return this.#store.giveBack(keyOf(scope, subject));
  }

  clear(scope: string, subject: string): Promise<void> {
    return this.#store.clear(keyOf(scope, subject));
  }

  /** As part of what ends the tries. */
  clearWithin(tx: WriteTx, scope: string, subject: string): void {
    this.#store.clearWithin(tx, keyOf(scope, subject));
  }
}

const keyOf = (scope: string, subject: string): TryKey => ({ scope, subject: hashToken(subject) });
