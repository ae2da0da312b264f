import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';

const LONGEST_STEP_MS = 6;

/** Cuts a long answer into steps, so that polling and other clients are served in between. */
export class Pace {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #startedMs: number;

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    this.#startedMs = clock.monotonicMs();
  }

  /** Gives way when this step has run long enough; throws once the client has gone. */
  async turn(): Promise<void> {
    if (this.#clock.monotonicMs() - this.#startedMs < LONGEST_STEP_MS) return;
    await nextTurn();
    this.#signal.throwIfAborted();
    this.#startedMs = this.#clock.monotonicMs();
  }
}
