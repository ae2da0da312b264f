import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Clock } from '../../core/clock.ts';

/** Of all together; where they are compressed, some 120 MiB of JSON. */
const MOST_BYTES = 12 * 1_048_576;
/** Of the JSON of one; a year of a large plant by unit is about one MiB. */
const MOST_JSON_BYTES = 3 * 1_048_576;
/** JSON of a dashboard becomes a tenth or less; the slower levels save little more of it. */
const LEVEL = 4;
/** JSON below this is not worth compressing. */
export const WORTH_COMPRESSING = 1024;
/** Of the memory that the system lends. */
const PAGE_BYTES = 4096;
/** An answer that nobody has asked for so long is dropped. */
const UNASKED_MS = 180_000;

/** What is sent again: the JSON itself, or compressed. */
export type KeptAnswer = { json: string | Buffer } | { gzipped: Buffer; jsonBytes: number };

/** @param isCompressed because whoever asked reads that, as browsers do: to take it apart for others costs more than to send it as it is. */
export type KeepAnswer = (json: string, isCompressed: boolean) => Promise<void>;

type Tagged = { tag: string; kept: KeptAnswer };

const compressed = promisify<string, object, Buffer>(gzip);
const bytesIn = (kept: KeptAnswer): number => Buffer.byteLength('json' in kept ? kept.json : kept.gzipped);

/**
 * In pages of its own, which the system has back as soon as the answer is let go: V8 takes them so for a buffer that could be resized. Others
 * lie among what the process uses and keep its place taken; one of Buffer.from() is part of 64 KiB, which it keeps as a whole.
 */
const withPages = (source: string | Buffer): Buffer => {
  const length = Buffer.byteLength(source);
  const bytes = Buffer.from(new ArrayBuffer(length, { maxByteLength: length }));
  if (typeof source === 'string') bytes.write(source);
  else source.copy(bytes);
  return bytes;
};

/** The JSON of answers that passed their schema, by what they were made from; the least used go. */
export class AnswerCache {
  readonly #kept: LRUCache<string, Tagged>;
  /** Of answers that are being compressed: whoever asks meanwhile has them too. */
  readonly #fresh = new Map<string, Tagged>();

  constructor(clock: Clock) {
    this.#kept = new LRUCache({
      maxSize: MOST_BYTES,
      sizeCalculation: ({ kept }) => Math.max(1, Math.ceil(bytesIn(kept) / PAGE_BYTES)) * PAGE_BYTES,
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
  of(row: Endpoint, industryId: string, tag: string, question = tag): { kept: KeptAnswer | undefined; keep: KeepAnswer } {
    const key = `${row.method} ${row.base} ${row.path}\n${industryId}\n${question}`;
    const found = this.#fresh.get(key) ?? this.#kept.get(key);
    return {
      kept: found?.tag === tag ? found.kept : undefined,
      keep: (json, isCompressed) => this.#keep(key, { tag, json, isCompressed }),
    };
  }

  async #keep(key: string, { tag, json, isCompressed }: { tag: string; json: string; isCompressed: boolean }): Promise<void> {
    const length = Buffer.byteLength(json);
    if (length > MOST_JSON_BYTES) return;
    if (!isCompressed || length < WORTH_COMPRESSING) {
      this.#kept.set(key, { tag, kept: { json: withPages(json) } });
      return;
    }
    const fresh = { tag, kept: { json } };
    this.#fresh.set(key, fresh);
    const gzipped = await compressed(json, { level: LEVEL }).catch(() => undefined);
    // a newer one of the same question may have come meanwhile
    if (this.#fresh.get(key) !== fresh) return;
    this.#fresh.delete(key);
    if (gzipped) this.#kept.set(key, { tag, kept: { gzipped: withPages(gzipped), jsonBytes: length } });
  }

  /** Lets go of answers that nobody asked for in a while. @returns their bytes. */
  forgetUnasked(): number {
    const before = this.#kept.calculatedSize;
    this.#kept.purgeStale();
    return before - this.#kept.calculatedSize;
  }
}
