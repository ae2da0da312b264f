/** A repetition of an answer comes this long after it at most. */
export const mostRepeatMs = 5000;
/** Frames this old are still held against what comes. */
export const memoryMs = 12_000;
/** A frame that was seen so often where another one was awaited is nobody's repetition. */
const leastSightings = 3;

type Sighting = { firstMs: number; lastMs: number; count: number; answerMs: number };

/** Frames that answered no request, or came in place of another answer: they may come once more. */
export class Sightings {
  readonly #frames = new Map<string, Sighting>();

  /** It was taken for an answer, and is doubtful. */
  noteAnswer(bytes: string, nowMs: number): void {
    this.note(bytes, nowMs);
    const known = this.#frames.get(bytes);
    if (known) known.answerMs = nowMs;
  }

  note(bytes: string, nowMs: number): void {
    for (const [old, { lastMs }] of this.#frames) if (nowMs - lastMs > memoryMs) this.#frames.delete(old);
    const { firstMs = nowMs, count = 0, answerMs = Number.NEGATIVE_INFINITY } = this.#frames.get(bytes) ?? {};
    this.#frames.delete(bytes);
    this.#frames.set(bytes, { firstMs, lastMs: nowMs, count: count + 1, answerMs });
  }

  /** Repeats such an answer. */
  isRepeat(bytes: string, nowMs: number): boolean {
    return nowMs - (this.#frames.get(bytes)?.answerMs ?? Number.NEGATIVE_INFINITY) <= mostRepeatMs;
  }

  isRecent(bytes: string, nowMs: number): boolean {
    return nowMs - (this.#frames.get(bytes)?.lastMs ?? Number.NEGATIVE_INFINITY) <= memoryMs;
  }

  /** Seen too often and for too long to repeat one answer. */
  isLasting(bytes: string): boolean {
    const known = this.#frames.get(bytes);
    return known !== undefined && known.count >= leastSightings && known.lastMs - known.firstMs > mostRepeatMs;
  }
}
