import { createHistogram } from 'node:perf_hooks';
import type { Clock } from '../../core/clock.ts';

/** Moments of the monotonic clock at which lines that are read once a second are asked too: to look costs no wake-up of its own then. */
const STEP_MS = 50;

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
    if (!this.#timer) this.#arm();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** 99th percentile since the last call, milliseconds; null where nothing was measured. */
  takeP99Ms(): number | null {
    const p99Ms = this.#latenessUs.count > 0 ? this.#latenessUs.percentile(99) / 1000 : null;
    this.#latenessUs.reset();
    return p99Ms;
  }

  #arm(): void {
    const nowMs = this.#clock.monotonicMs();
    const dueMs = (Math.floor(nowMs / STEP_MS) + 1) * STEP_MS;
    this.#timer = setTimeout(
      () => {
        this.#latenessUs.record(Math.max(1, Math.round((this.#clock.monotonicMs() - dueMs) * 1000)));
        this.#arm();
      },
      Math.ceil(dueMs - nowMs),
    );
    this.#timer.unref();
  }
}
