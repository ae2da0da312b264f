import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '../../server/contract/model/common.ts';
import { keepIn } from '../api/keepIn.ts';

const storageKey = 'headworks.clock';
/** An answer may have been under way for its whole time limit. */
const roughMs = 15_000;

/**
 * The plant's time: this machine's clock corrected by what the server says, so that a phone with a wrong clock
 * does not show a wrong age. The only place of the panel that reads the time of day.
 */
export class PlantClock {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
  #offsetMs = 0;
  #known = false;
  #tickMs: number;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #listeners = new Set<() => void>();

  /** @param storage keeps the correction through a reload, until the server says it anew. */
  constructor(storage?: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
    const kept = Number(storage?.getItem(storageKey) ?? 0);
    this.#offsetMs = Number.isFinite(kept) ? kept : 0;
    // not now(), which who extends this may answer by what is not set yet
    this.#tickMs = Date.now() + this.#offsetMs;
  }

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Plant time of a moment of this machine's clock. */
  fromMachine(ms: number): number {
    return ms + this.#offsetMs;
  }

  /** A message that the server stamped `atMs` has just come; the way here took at most some 100 ms, which is ignored. */
  synchronise(atMs: number): void {
    const offset = atMs - Date.now();
    if (this.#known && Math.abs(offset - this.#offsetMs) < 2000) return;
    this.#known = true;
    this.#correct(offset);
  }

  /** The same by the date of an answer, which is in whole seconds: good enough for a clock that is wrong by more. */
  synchroniseRoughly(atMs: number): void {
    const offset = atMs - Date.now();
    if (Number.isFinite(offset) && Math.abs(offset - this.#offsetMs) > roughMs) this.#correct(offset);
  }

  #correct(offsetMs: number): void {
    this.#offsetMs = offsetMs;
    if (this.#storage) keepIn(this.#storage, storageKey, String(Math.round(offsetMs)));
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

/** What follows from plant time, looked at every second: what it is drawn in is drawn anew only where that has changed. */
export const useOfNow = <T extends string | number | boolean>(clock: PlantClock, of: (nowMs: number) => T): T =>
  useSyncExternalStore(clock.subscribe, () => of(clock.tickMs()));

/** The minute that runs, in ms: for dates and times that are written without seconds. */
export const useMinute = (clock: PlantClock): number => useOfNow(clock, (nowMs) => nowMs - (nowMs % MINUTE_MS));
