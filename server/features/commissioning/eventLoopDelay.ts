import { createHistogram } from 'node:perf_hooks';
import type { Clock } from '../../core/clock.ts';

const STEP_MS = 20;

/**
 * How late the event loop is, measured all the time by a timer of its own: Node's monitor forgets the interval after each
 * reset, and with it a stall that begins there.
 */
export class EventLoopDelay {
  readonly #clock: Clock;
  readonly #latenessUs = createHistogram();
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  start(): void {
    if (this.#timer) return;
    let lastMs = this.#clock.monotonicMs();
    this.#timer = setInterval(() => {
      const nowMs = this.#clock.monotonicMs();
      this.#latenessUs.record(Math.max(1, Math.round((nowMs - lastMs - STEP_MS) * 1000)));
      lastMs = nowMs;
    }, STEP_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** 99th percentile since the last call, milliseconds; 0 where nothing was measured. */
  takeP99Ms(): number {
    const p99Ms = this.#latenessUs.count > 0 ? this.#latenessUs.percentile(99) / 1000 : 0;
    this.#latenessUs.reset();
    return p99Ms;
  }
}
