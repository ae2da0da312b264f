import type { Clock } from './core/clock.ts';
import { EventLoopDelay } from './features/commissioning/index.ts';

const EVERY_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Figures of one minute; times in milliseconds, `at` as ISO 8601. */
export type MetricsMinute = Record<string, number | string | null>;

/** Figures of every minute of the last 24 hours, or since the start. */
export class MetricsHistory {
  readonly #clock: Clock;
  readonly #look: () => MetricsMinute;
  readonly #loopDelay: EventLoopDelay;
  readonly #kept: number;
  readonly #minutes: MetricsMinute[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param look figures as they are now. @param kept minutes. */
  constructor(clock: Clock, look: () => MetricsMinute, kept = DAY_MINUTES) {
    this.#kept = kept;
    this.#clock = clock;
    this.#look = look;
    this.#loopDelay = new EventLoopDelay(clock);
  }

  start(): void {
    if (this.#timer) return;
    this.#loopDelay.start();
    this.#add();
    this.#timer = setInterval(() => this.#add(), EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#loopDelay.stop();
  }

  /** Oldest first, with the present minute as far as it has come. */
  all(): readonly MetricsMinute[] {
    return [...this.#minutes, this.#minute()];
  }

  #add(): void {
    this.#minutes.push({ ...this.#minute(), eventLoopDelayP99Ms: this.#loopDelay.takeP99Ms() });
    if (this.#minutes.length > this.#kept) this.#minutes.shift();
  }

  #minute(): MetricsMinute {
    return { at: new Date(this.#clock.now()).toISOString(), ...this.#look() };
  }
}
