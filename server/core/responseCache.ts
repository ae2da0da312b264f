import { LRUCache } from 'lru-cache';

/**
 * Views that several screens may ask for at the same time. What was answered is kept as JSON besides (http/memory/answerMemory.ts), which takes a
 * part of the memory: an answer as objects can be a MiB.
 */
const MOST_KEPT = 8;

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
