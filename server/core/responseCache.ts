import { LRUCache } from 'lru-cache';

/**
 * Views that several screens may ask for at the same time. What was answered is kept as JSON besides (http/cache/answerCache.ts), which takes
 * a part of the memory: an answer as objects can be a MiB. So these are for those who ask before that JSON is written, and for what is prepared after a start.
 */
const MOST_KEPT = 4;

/** Answers by the tag of what they are made from, so that several screens of one plant cost as much as one; the least used go. */
export class ResponseCache<T> {
  readonly #kept: LRUCache<string, Promise<T>>;
  /** However many there are at a time. */
  readonly #making = new Map<string, Promise<T>>();

  constructor(most: number = MOST_KEPT) {
    this.#kept = new LRUCache({ max: most });
  }

  /** The answer of this tag; an answer that failed is made again. */
  of(tag: string, make: () => Promise<T>): Promise<T> {
    const kept = this.#making.get(tag) ?? this.#kept.get(tag);
    if (kept !== undefined) return kept;
    const made = make();
    this.#making.set(tag, made);
    made.then(
      () => {
        this.#making.delete(tag);
        this.#kept.set(tag, made);
      },
      () => this.#making.delete(tag),
    );
    return made;
  }
}
