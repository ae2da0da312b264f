import type { Revised } from '../store/revisedStore.ts';
import type { SlotStore } from '../store/slotStore.ts';

/**
 * Which rows of what was revised a pass has worked out. A change of a meter is stored with a row of its own before the plans have it: a pass
 * that began earlier must not say that everything up to there is done.
 */
export class RevisedMarks {
  readonly #store: SlotStore;
  /** The newest row that was there when the plans were read. */
  #planned = 0;
  #own: ReadonlySet<number> = new Set();

  constructor(store: SlotStore) {
    this.#store = store;
  }

  /** To be called before the plans are read. */
  plan(): void {
    this.#planned = this.#store.revised.marks().at(-1) ?? 0;
  }

  /** To be asked as a pass begins, and handed to `add`. */
  get planned(): number {
    return this.#planned;
  }

  /** @returns the mark up to which the pass has worked out everything; undefined where there is nothing new, or a row that it has not. */
  add(rows: readonly Revised[], planned: number): number | undefined {
    if (rows.length === 0) return undefined;
    const { revised } = this.#store;
    const waiting = revised.marks();
    const newest = this.#store.transaction((tx) => revised.add(tx, rows));
    const isWhole = waiting.every((mark) => mark <= planned || this.#own.has(mark));
    this.#own = new Set([...waiting.filter((mark) => this.#own.has(mark)), ...rows.map((_, before) => newest - before)]);
    return isWhole ? newest : undefined;
  }
}
