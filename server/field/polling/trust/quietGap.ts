import type { Clock } from '../../../core/clock.ts';

const keptTimes = 32;
const leastMs = 5;
/** Holding an answer back may cost a busy line one part in so many. */
const partsPerGap = 25;
const leastHoldMs = 300;
const mostRepeatMs = 1000;
/** Timers fire up to this early. */
const slackMs = 0.5;

/** The silence after which no answer to an earlier request can still be on its way: half as long again as the slowest of late. */
export class QuietGap {
  readonly #clock: Clock;
  readonly #onQuiet: (quietMs: number) => void;
  readonly #timesMs: number[] = [];
  #count = 0;
  #ms = leastMs;
  #repeatMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Clock, onQuiet: (quietMs: number) => void) {
    this.#clock = clock;
    this.#onQuiet = onQuiet;
  }

  get ms(): number {
    return this.#ms;
  }

  /** An answer is held no longer than this on a line that never rests. */
  get longestHoldMs(): number {
    return Math.max(leastHoldMs, partsPerGap * this.#ms);
  }

  /** The time after a request in which its answer came twice, up to a second; 0 where none did. */
  get repeatMs(): number {
    return this.#repeatMs;
  }

  /** The last answer of its kind came once more. */
  repeated(afterMs: number): void {
    this.#repeatMs = Math.min(mostRepeatMs, Math.max(this.#repeatMs, this.#ms + 1.25 * afterMs));
  }

  answered(answerMs: number): void {
    this.#timesMs[this.#count % keptTimes] = answerMs;
    this.#count += 1;
    if (this.#count % (keptTimes / 4) === 1) this.#ms = leastMs + 1.5 * Math.max(...this.#timesMs);
  }

  /** Says that it was quiet a gap after the oldest of what is held. */
  arm(oldestMs: number | null): void {
    if (this.#timer || oldestMs === null) return;
    const delayMs = Math.max(leastMs, oldestMs + this.#ms - this.#clock.monotonicMs());
    this.#timer = setTimeout(() => {
      // after a stall the timer fires before the input is read
      setImmediate(() => {
        if (!this.#timer) return;
        this.#timer = undefined;
        this.#onQuiet(this.#ms - slackMs);
      });
    }, delayMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
