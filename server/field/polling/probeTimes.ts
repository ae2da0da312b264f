/** An offline device may cost its line at most 2 % of its time: one timeout in fifty. */
const timeoutsPerProbe = 50;
const leastMs = 5000;
/** A device that is back is found within this where its timeout allows it. */
const soonMs = 30_000;
const aloneMs = 1000;
/** What a probe may cost at most is kept to also where a gateway waits longer for the device than we do, up to this. */
const mostMs = 60_000;

/** When an offline device is asked again: seldom where others share the line, every cycle where none does. */
export class ProbeTimes {
  readonly #periodMs: number;
  #lastMs = Number.NEGATIVE_INFINITY;
  #heldMs = 0;
  /** Milliseconds between probes where the line serves others. */
  readonly longMs: number;

  /** An unanswered probe takes `timeoutMs` of the line and `quietMs` after it; `periodMs` is the device's shortest. */
  constructor(timeoutMs: number, quietMs: number, periodMs: number) {
    this.#periodMs = periodMs;
    const wholeMs = Math.min(soonMs, timeoutsPerProbe * (timeoutMs + quietMs));
    this.longMs = Math.max(leastMs, timeoutsPerProbe * timeoutMs, wholeMs);
  }

  /** Monotonic ms of the next probe. */
  nextMs(hasLivingNeighbour: boolean): number {
    return this.#lastMs + (hasLivingNeighbour ? this.#sharedMs() : Math.max(aloneMs, this.#periodMs));
  }

  began(nowMs: number): void {
    this.#lastMs = nowMs;
  }

  /** Besides its timeout the last probe held up the others for so long. */
  heldLine(ms: number): void {
    this.#heldMs = ms;
  }

  /** The next probe may go at once. */
  reset(): void {
    this.#lastMs = Number.NEGATIVE_INFINITY;
    this.#heldMs = 0;
  }

  #sharedMs(): number {
    return Math.max(this.longMs, Math.min(mostMs, this.longMs + timeoutsPerProbe * this.#heldMs));
  }
}
