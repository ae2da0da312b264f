import { LRUCache } from 'lru-cache';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Clock } from '../../core/clock.ts';

/** Together, and of one answer; a year of a large plant by unit is about one MiB. */
const MOST_BYTES = 24 * 1_048_576;
const MOST_BYTES_OF_ONE = 3 * 1_048_576;
/** Of the memory that the system lends. */
const PAGE_BYTES = 4096;
/** An answer that nobody asked for in so long. */
const UNASKED_MS = 180_000;

/**
 * In pages of its own, which the system has back as soon as the answer is let go: V8 takes them so for a buffer that could be resized. Others
 * lie among what the process uses and keep its place taken; one of Buffer.from() is part of 64 KiB, which it keeps as a whole.
 */
const bytesOf = (json: string): Buffer => {
  const length = Buffer.byteLength(json);
  const bytes = Buffer.from(new ArrayBuffer(length, { maxByteLength: length }));
  bytes.write(json);
  return bytes;
};

/** The JSON of answers that passed their schema, by what they were made from; the least used go. */
export class AnswerMemory {
  readonly #kept: LRUCache<string, { tag: string; json: Buffer }>;

  constructor(clock: Clock) {
    this.#kept = new LRUCache({
      maxSize: MOST_BYTES,
      maxEntrySize: MOST_BYTES_OF_ONE,
      sizeCalculation: ({ json: { length } }) => Math.max(1, Math.ceil(length / PAGE_BYTES)) * PAGE_BYTES,
      ttl: UNASKED_MS,
      ttlResolution: 0,
      updateAgeOnGet: true,
      perf: { now: () => clock.monotonicMs() },
    });
  }

  /**
   * @param tag of all that the answer is made from, the question included.
   * @param question whose newest answer alone is kept; where it is not given, the answer stays beside those of other tags.
   */
  of(row: Endpoint, industryId: string, tag: string, question = tag): { json: Buffer | undefined; keep(json: string): void } {
    const key = `${row.method} ${row.base} ${row.path}\n${industryId}\n${question}`;
    const found = this.#kept.get(key);
    return {
      json: found?.tag === tag ? found.json : undefined,
      keep: (json) => void this.#kept.set(key, { tag, json: bytesOf(json) }),
    };
  }

  /** Lets go of answers that nobody asked for in a while. @returns their bytes. */
  forgetUnasked(): number {
    const before = this.#kept.calculatedSize;
    this.#kept.purgeStale();
    return before - this.#kept.calculatedSize;
  }
}
