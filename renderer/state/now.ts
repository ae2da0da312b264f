import { useSyncExternalStore } from 'react';

/**
 * The plant's time: this machine's clock corrected by what the server says, so that a phone with a wrong clock
 * does not show a wrong age. The only place of the panel that reads the time of day.
 */
export class PlantClock {
  #offsetMs = 0;
  #known = false;
  #tickMs: number;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor() {
    this.#tickMs = Date.now();
  }

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Plant time of a moment of this machine's clock. */
  fromMachine(ms: number): number {
    return ms + this.#offsetMs;
  }

  /** A message that the server stamped `atMs` has just come; the way here took at most some 100 ms, which is ignored. */
  heard(atMs: number): void {
    const offset = atMs - Date.now();
    if (this.#known && Math.abs(offset - this.#offsetMs) < 2000) return;
    this.#known = true;
    this.#offsetMs = offset;
    this.#tick();
  }

  /** Ticks once a second while anybody looks. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => this.#tick(), 1000);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    };
  };

  readonly tickMs = (): number => this.#tickMs;

  #tick(): void {
    this.#tickMs = this.now();
    for (const listener of this.#listeners) listener();
  }
}

/** Plant time in ms, renewed every second. */
export const useNow = (clock: PlantClock): number => useSyncExternalStore(clock.subscribe, clock.tickMs);
