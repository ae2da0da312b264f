import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

type Part = { name: string; stop: () => Promise<unknown> | unknown };

/** Of the seconds in which the whole server stops. */
const LONG_MS = 1000;

/** What was started, to be stopped in the opposite order. */
export class RunningParts {
  readonly #parts: Part[] = [];
  readonly #clock: Clock;
  readonly #log: Log;
  /** The part whose end is awaited. */
  waitingFor: string | undefined;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  add(name: string, stop: Part['stop']): void {
    this.#parts.unshift({ name, stop });
  }

  /** A part that fails to stop does not keep the others from it. */
  async stop(): Promise<void> {
    for (const { name, stop } of this.#parts.splice(0)) {
      const startedMs = this.#clock.monotonicMs();
      this.waitingFor = name;
      try {
        await stop();
      } catch (error) {
        this.#log.error({ err: error, part: name }, 'a part did not stop cleanly');
      }
      const ms = Math.round(this.#clock.monotonicMs() - startedMs);
      if (ms >= LONG_MS) this.#log.warn({ part: name, ms }, 'a part took long to stop');
    }
    this.waitingFor = undefined;
  }
}
