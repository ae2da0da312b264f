import { LRUCache } from 'lru-cache';
import type { Endpoint } from '../contract/endpoint.ts';

/** Together, and of one answer; a year of a large plant by unit is about one MiB. */
const MOST_BYTES = 24 * 1_048_576;
const MOST_BYTES_OF_ONE = 3 * 1_048_576;

/** In memory of its own: Buffer.from() takes a short text's from a pool of 64 KiB, and what is kept of it keeps all of that. */
const bytesOf = (json: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  bytes.write(json);
  return bytes;
};

/** The JSON of answers that passed their schema, by what they were made from; the least used go. */
export class AnswerMemory {
  readonly #kept = new LRUCache<string, Buffer>({
    maxSize: MOST_BYTES,
    maxEntrySize: MOST_BYTES_OF_ONE,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  /** @param tag of all that the answer is made from, the question included. */
  of(row: Endpoint, industryId: string, tag: string): { json: Buffer | undefined; keep(json: string): void } {
    const key = `${row.method} ${row.base} ${row.path}\n${industryId}\n${tag}`;
    return { json: this.#kept.get(key), keep: (json) => void this.#kept.set(key, bytesOf(json)) };
  }
}
