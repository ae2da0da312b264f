export type BackoffLimits = { baseMs: number; capMs: number };

/** Attempts at the base delay after a working spell: what was away for a second is back within the next. */
const quickAttempts = 3;
const jitter = 0.2;

/** Growing delays between attempts: three at the base, then doubled up to the cap, each ±20 % so that many do not come together. */
export class Backoff {
  readonly #limits: BackoffLimits;
  readonly #random: () => number;
  #quick = 0;
  #level = 0;

  /** `random` gives 0 up to 1. */
  constructor(limits: BackoffLimits, random: () => number) {
    this.#limits = limits;
    this.#random = random;
  }

  /** Milliseconds to wait before the next attempt. */
  nextMs(): number {
    const { baseMs, capMs } = this.#limits;
    const isQuick = this.#quick < quickAttempts;
    if (isQuick) this.#quick += 1;
    else this.#level += 1;
    const delayMs = isQuick ? baseMs : Math.min(capMs, baseMs * 2 ** this.#level);
    return delayMs * (1 - jitter + 2 * jitter * this.#random());
  }

  /** It worked for a while: the next attempts are quick again, later ones go on from the level reached. */
  worked(): void {
    this.#quick = 0;
  }

  /** It worked for long enough to forget earlier failures. */
  reset(): void {
    this.#quick = 0;
    this.#level = 0;
  }
}
