import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;

/** How late the event loop is, measured all the time. */
export class EventLoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  start(): void {
    this.#histogram.enable();
  }

  stop(): void {
    this.#histogram.disable();
  }

  /** 99th percentile since the last call, milliseconds; 0 before anything was measured. */
  takeP99Ms(): number {
    const p99Ms = this.#histogram.count > 0 ? this.#histogram.percentile(99) / 1e6 : 0;
    this.#histogram.reset();
    // the histogram holds whole intervals between its own timers
    return Math.max(0, p99Ms - RESOLUTION_MS);
  }
}
