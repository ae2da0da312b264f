import { LRUCache } from 'lru-cache';

/** Screens of a plant that may be open at once, each with a few views; an answer can be some hundred KiB. */
const MOST_KEPT = 40;

/** Answers by the tag of what they are made from, so that several screens of one plant cost as much as one; the least used go. */
export class ResponseCache<T> {
  readonly #kept: LRUCache<string, Promise<T>>;

  constructor(most: number = MOST_KEPT) {
    this.#kept = new LRUCache({ max: most });
  }

  /** The answer of this tag; an answer that failed is made again. */
  of(tag: string, make: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(tag);
    if (kept !== undefined) return kept;
    const made = make();
    this.#kept.set(tag, made);
    made.catch(() => {
      if (this.#kept.peek(tag) === made) this.#kept.delete(tag);
    });
    return made;
  }
}
