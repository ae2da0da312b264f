/** An offline device may cost its line at most 2 % of its time: one timeout in fifty. */
const timeoutsPerProbe = 50;
const firstMs = 5000;
const capMs = 60_000;
const aloneMs = 1000;

/** When an offline device is asked again: seldom where others share the line, every cycle where none does. */
export class ProbeTimes {
  readonly #costMs: number;
  readonly #periodMs: number;
  #lastMs = Number.NEGATIVE_INFINITY;
  #count = 0;

  /** `costMs` of the line per unanswered probe; `periodMs` the device's shortest. */
  constructor(costMs: number, periodMs: number) {
    this.#costMs = costMs;
    this.#periodMs = periodMs;
  }

  /** Milliseconds between probes where the line serves others, growing up to a minute, never below fifty timeouts. */
  get longMs(): number {
    return Math.max(timeoutsPerProbe * this.#costMs, Math.min(capMs, firstMs * 2 ** Math.min(this.#count, 10)));
  }

  /** Monotonic ms of the next probe. */
  nextMs(hasLivingNeighbour: boolean): number {
    return this.#lastMs + (hasLivingNeighbour ? this.longMs : Math.max(aloneMs, this.#periodMs));
  }

  began(nowMs: number): void {
    this.#lastMs = nowMs;
    this.#count += 1;
  }

  /** The next probe may go at once. */
  reset(): void {
    this.#lastMs = Number.NEGATIVE_INFINITY;
    this.#count = 0;
  }
}
