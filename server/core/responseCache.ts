const MOST_KEPT = 40;

/** Answers by the tag of what they are made from, so that several screens of one plant cost as much as one. */
export class ResponseCache<T> {
  readonly #kept = new Map<string, Promise<T>>();
  readonly #most: number;

  constructor(most: number = MOST_KEPT) {
    this.#most = most;
  }

  /** The answer of this tag; an answer that failed is made again. */
  of(tag: string, make: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(tag);
    if (kept !== undefined) return kept;
    const made = make();
    this.#kept.set(tag, made);
    made.catch(() => this.#kept.delete(tag));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
    return made;
  }
}
