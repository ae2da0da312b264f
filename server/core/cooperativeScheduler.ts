import type { Clock } from './clock.ts';

const LONGEST_STEP_MS = 5;
/** With more answers waiting than this, steps are shorter, so that short answers get their turn. */
const CROWD = 8;
const CROWDED_STEP_MS = 2.5;

/**
 * One queue for all long answers: each turn of the event loop lets one of them go on, so that many
 * clients at once delay polling no longer than one does.
 */
export class CooperativeScheduler {
  readonly #waiting: (() => void)[] = [];
  #isScheduled = false;

  get isCrowded(): boolean {
    return this.#waiting.length > CROWD;
  }

  next(): Promise<void> {
    return new Promise((go) => {
      this.#waiting.push(go);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#waiting.shift()?.();
      this.#schedule();
    });
  }
}

/** Cuts one long answer into steps. */
export class TimeSlice {
  readonly #turns: CooperativeScheduler;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #startedMs = Number.NEGATIVE_INFINITY;

  constructor(turns: CooperativeScheduler, clock: Clock, signal: AbortSignal) {
    this.#turns = turns;
    this.#clock = clock;
    this.#signal = signal;
  }

  /** Gives way before what follows at once, such as checking and writing a large answer. */
  async rest(): Promise<void> {
    this.#startedMs = Number.NEGATIVE_INFINITY;
    await this.turn();
  }

  /** Gives way before the first step and whenever one has run long enough; throws once the client has gone. */
  async turn(): Promise<void> {
    const stepMs = this.#turns.isCrowded ? CROWDED_STEP_MS : LONGEST_STEP_MS;
    if (this.#clock.monotonicMs() - this.#startedMs < stepMs) return;
    await this.#turns.next();
    this.#signal.throwIfAborted();
    this.#startedMs = this.#clock.monotonicMs();
  }
}
