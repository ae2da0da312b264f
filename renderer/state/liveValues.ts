import type { LiveValue } from '../../server/contract/live/messages.ts';
import type { FieldQuality } from '../../server/contract/model/field.ts';

/** What is known of one parameter now. */
export type LiveReading = {
  /** The last good value, also while it cannot be trusted any more; null where there was none. */
  value: number | null;
  /** Of the last attempt. */
  quality: FieldQuality;
  /** Epoch ms of the last good value. */
  atMs: number | null;
};

/** Units of which live values are looked at; all where the plant as a whole is. */
export type Wanted = ReadonlySet<string> | 'all';

const keyOf = (unitId: string, param: string): string => `${unitId} ${param}`;

/** The last live value of every parameter, and who wants to know of which unit. */
export class LiveValues {
  readonly #readings = new Map<string, LiveReading>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #wantedListeners = new Set<() => void>();
  /** How many look at the plant as a whole. */
  #wholes = 0;
  #newestAtMs: number | null | undefined;

  take(values: readonly LiveValue[]): void {
    const touched = new Set<string>();
    for (const { unitId, param, value, quality, at } of values) {
      const key = keyOf(unitId, param);
      const known = this.#readings.get(key);
      const atMs = at === null ? null : Date.parse(at);
      if (known?.atMs != null && atMs !== null && known.atMs > atMs) continue;
      this.#readings.set(key, { value: value ?? known?.value ?? null, quality, atMs: atMs ?? known?.atMs ?? null });
      touched.add(unitId);
      if (atMs !== null) this.#newestAtMs = Math.max(this.#newestAtMs ?? atMs, atMs);
    }
    for (const unitId of touched) for (const listener of this.#listeners.get(unitId) ?? []) listener();
  }

  /** The newest good value of the plant, also where it is of a unit that nobody looks at, epoch ms; null where it has none. */
  takeNewest(atMs: number | null): void {
    const known = this.#newestAtMs ?? null;
    this.#newestAtMs = known === null || atMs === null ? (known ?? atMs) : Math.max(known, atMs);
  }

  get(unitId: string, param: string): LiveReading | undefined {
    return this.#readings.get(keyOf(unitId, param));
  }

  subscribe(unitId: string, listener: () => void): () => void {
    const set = this.#listeners.get(unitId) ?? new Set();
    this.#listeners.set(unitId, set.add(listener));
    if (set.size === 1) this.#changeWanted();
    return () => {
      if (!set.delete(listener) || set.size > 0) return;
      this.#listeners.delete(unitId);
      this.#changeWanted();
    };
  }

  /** Asks for the values of all units until the returned function is called. */
  readonly wantAll = (): (() => void) => {
    this.#wholes += 1;
    if (this.#wholes === 1) this.#changeWanted();
    return () => {
      this.#wholes -= 1;
      if (this.#wholes === 0) this.#changeWanted();
    };
  };

  wanted(): Wanted {
    return this.#wholes > 0 ? 'all' : new Set(this.#listeners.keys());
  }

  readonly onWanted = (listener: () => void): (() => void) => {
    this.#wantedListeners.add(listener);
    return () => this.#wantedListeners.delete(listener);
  };

  #changeWanted(): void {
    for (const listener of this.#wantedListeners) listener();
  }

  /** Epoch ms of the newest good value of the plant; null where it has none, undefined before the server has said. */
  readonly newestAtMs = (): number | null | undefined => this.#newestAtMs;

  clear(): void {
    this.#readings.clear();
    this.#newestAtMs = undefined;
    for (const set of this.#listeners.values()) for (const listener of set) listener();
  }
}
