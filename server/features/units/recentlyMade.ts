import type { Clock } from '../../core/clock.ts';

/** Longer than a client waits for an answer, and a person then looks before pressing again. */
const REPEATED_WITHIN_MS = 60_000;

/** What people made within the last minute, by what they sent: the same sent again by the same person, as after a lost answer, makes no second one. */
export class RecentlyMade {
  readonly #clock: Clock;
  readonly #made = new Map<string, { record: Promise<{ id: string }>; endMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param sent who sent what, as JSON has it.
   * @param asMade the record of now where nobody changed it since.
   */
  async once<T extends { id: string }>(sent: object, asMade: (id: string) => T | undefined, make: () => Promise<T>): Promise<T> {
    const nowMs = this.#clock.monotonicMs();
    for (const [key, { endMs }] of this.#made) if (endMs <= nowMs) this.#made.delete(key);
    const key = JSON.stringify(sent);
    for (let known = this.#made.get(key); known; known = this.#made.get(key)) {
      const before = await known.record.catch(() => undefined);
      const there = before && asMade(before.id);
      if (there) return there;
      if (this.#made.get(key) === known) this.#made.delete(key);
    }
    const record = make();
    this.#made.set(key, { record, endMs: nowMs + REPEATED_WITHIN_MS });
    return record;
  }
}
