import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Clock } from '../../../core/clock.ts';
import { Failure } from '../../../core/fail.ts';
import type { Log } from '../../../core/log.ts';
import { MINUTE_MS } from '../../../core/time.ts';

/** argon2id is the library's algorithm; 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Read when the first hash is made: values of devices do not wait for it. */
const hash = async (password: string | Buffer): Promise<string> => (await import('@node-rs/argon2')).hash(password, COST);
const verify = async (known: string, password: string): Promise<boolean> =>
  (await import('@node-rs/argon2')).verify(known, password);

/** One processor stays free for values and answers. */
export const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
const MAX_WAITING = 64;

const DRAWN_BYTES = 12;
/** A password that nobody chose, to be shown once. */
export const drawPassword = (): string => randomBytes(DRAWN_BYTES).toString('base64url');

/** Says in the log that logins are turned away, once a minute at most. */
export const noteOfTurnedAway = (clock: Clock, log: Log): (() => void) => {
  let saidMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (clock.monotonicMs() - saidMs < MINUTE_MS) return;
    saidMs = clock.monotonicMs();
    log.warn({}, 'too many logins at once: some are turned away with 503');
  };
};

/** Hashes and checks passwords, few at a time, so that a flood of logins leaves the server a processor. */
export class Passwords {
  readonly #onTurnedAway: () => void;
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #nobody: Promise<string> | undefined;

  constructor(onTurnedAway: () => void = () => undefined) {
    this.#onTurnedAway = onTurnedAway;
  }

  /** @throws Failure `unavailable` when too many are waiting. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password));
  }

  /**
   * Costs the same time where there is no hash to compare with.
   * @param before what is done once it has its turn: nothing for who is turned away.
   * @throws Failure as `hash`.
   */
  async verify(stored: string | null, password: string, before?: () => Promise<void>): Promise<boolean> {
    this.#nobody ??= hash(randomBytes(32));
    const known = stored ?? (await this.#nobody);
    const matches = await this.#inTurn(async () => {
      await before?.();
      return verify(known, password);
    });
    return matches && stored !== null;
  }

  /** Makes the hash that unknown users are compared with, so that the first of them is not slower. */
  async prepare(): Promise<void> {
    this.#nobody ??= hash(randomBytes(32));
    await this.#nobody;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= MAX_WAITING) {
        this.#onTurnedAway();
        throw new Failure('unavailable', 'Too many logins at once', { retryAfterSeconds: 2 });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // the turn is handed on, so that the number running stays true
      if (next) next();
      else this.#running -= 1;
    }
  }
}
