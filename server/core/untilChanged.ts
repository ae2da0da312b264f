import { lastUsed } from './lastUsed.ts';

const MOST_KEPT = 200;

/** What was read of something, kept until its state is another one: for small things that many requests ask for and that seldom change. */
export class UntilChanged<T> {
  readonly #stateNow: () => string;
  readonly #kept = lastUsed<string, Promise<T>>(MOST_KEPT);
  #state: string | undefined;

  /** @param stateNow another text after each change of what is read. */
  constructor(stateNow: () => string) {
    this.#stateNow = stateNow;
  }

  /** What `read` answered in this state; a read that failed is made again. */
  of(key: string, read: () => Promise<T>): Promise<T> {
    // asked before the read: of what changes meanwhile the new is read, and read again next time
    const state = this.#stateNow();
    if (state !== this.#state) this.#kept.clear();
    this.#state = state;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const made = read();
    this.#kept.set(key, made);
    made.catch(() => {
      if (this.#kept.peek(key) === made) this.#kept.delete(key);
    });
    return made;
  }
}
