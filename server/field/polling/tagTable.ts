import type { FieldQuality } from '../../contract/model/field.ts';
import type { Clock } from '../../core/clock.ts';
import type { FieldTag, Sample, TagState } from '../../core/field/field.ts';
import type { Decoded } from '../decode/decode.ts';

/** Periods without a word from the device after which a tag's value is out of date. */
const stalePeriods = 3;
/** Said by the device about the tag itself, and true until it is asked again after minutes. */
const lasting: ReadonlySet<FieldQuality> = new Set(['BAD_ADDRESS', 'BAD_CONFIG']);

type Entry = {
  tag: FieldTag;
  value: TagState['value'];
  quality: FieldQuality;
  atMs: number | null;
  lastGoodAtMs: number | null;
  /** Monotonic ms of the device's last word about this tag, or of its configuration. */
  refreshedMs: number;
  words: readonly number[] | null;
  offset: number;
  count: number;
};

/** The last that is known of every tag. A value older than three periods is STALE by the clock, whatever the line does. */
export class TagStates {
  readonly #clock: Clock;
  #entries = new Map<string, Entry>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Monotonic ms, by which tags grow old. */
  get nowMs(): number {
    return this.#clock.monotonicMs();
  }

  /** Keeps what is known of tags that did not change, begins anew with the others. */
  configure(tags: readonly FieldTag[]): void {
    const previous = this.#entries;
    this.#entries = new Map(
      tags.map((tag) => {
        const known = previous.get(tag.id);
        return [tag.id, known && isSame(known.tag, tag) ? known : this.#unknown(tag)];
      }),
    );
  }

  /** A device answered: what was decoded out of its words, good or not. `nowMs`: monotonic, the same for all tags of one answer. */
  answered(
    tagId: string,
    { value, quality }: Decoded,
    { atMs, nowMs, words }: { atMs: number; nowMs: number; words: readonly number[] },
    offset: number,
    count: number,
  ): Sample {
    const entry = this.#entries.get(tagId);
    if (entry) {
      entry.value = value;
      entry.quality = quality;
      entry.atMs = atMs;
      entry.words = words;
      entry.offset = offset;
      entry.count = count;
      entry.refreshedMs = nowMs;
      if (quality === 'GOOD') entry.lastGoodAtMs = atMs;
    }
    return { tagId, value, quality, atMs };
  }

  /** A read failed. `isAnswer`: the device itself said so. */
  failed(tagId: string, quality: FieldQuality, isAnswer: boolean): Sample {
    const atMs = this.#clock.now();
    const entry = this.#entries.get(tagId);
    if (!entry) return { tagId, value: null, quality, atMs };
    const nowMs = this.#clock.monotonicMs();
    if (isAnswer) entry.refreshedMs = nowMs;
    entry.quality = isOld(entry, nowMs) ? 'STALE' : quality;
    entry.value = null;
    entry.atMs = atMs;
    return { tagId, value: null, quality: entry.quality, atMs };
  }

  /** A reading from `fromMs` on was not one of this tag. */
  takenBack(tagId: string, fromMs: number): Sample {
    const entry = this.#entries.get(tagId);
    if (entry && entry.lastGoodAtMs !== null && entry.lastGoodAtMs >= fromMs) entry.lastGoodAtMs = null;
    if (entry) entry.words = null;
    return this.failed(tagId, 'BAD_ANSWER', false);
  }

  /** Marks the tags that have grown old since the last call, and answers with them. */
  takeStale(): Sample[] {
    const nowMs = this.#clock.monotonicMs();
    const atMs = this.#clock.now();
    const samples: Sample[] = [];
    for (const [tagId, entry] of this.#entries) {
      if (entry.quality === 'STALE' || lasting.has(entry.quality) || !isOld(entry, nowMs)) continue;
      entry.quality = 'STALE';
      entry.value = null;
      samples.push({ tagId, value: null, quality: 'STALE', atMs });
    }
    return samples;
  }

  get(tagId: string): TagState | undefined {
    const entry = this.#entries.get(tagId);
    return entry && toState(entry);
  }

  states(): TagState[] {
    return [...this.#entries.values()].map(toState);
  }

  #unknown(tag: FieldTag): Entry {
    const refreshedMs = this.#clock.monotonicMs();
    return { tag, value: null, quality: 'STALE', atMs: null, lastGoodAtMs: null, refreshedMs, words: null, offset: 0, count: 0 };
  }
}

const isOld = ({ refreshedMs, tag }: Entry, nowMs: number): boolean => nowMs - refreshedMs > stalePeriods * tag.periodMs;

const isSame = (a: FieldTag, b: FieldTag): boolean => JSON.stringify(a) === JSON.stringify(b);

const toState = ({ tag, value, quality, atMs, lastGoodAtMs, words, offset, count }: Entry): TagState => ({
  tagId: tag.id,
  deviceId: tag.deviceId,
  value,
  quality,
  atMs,
  lastGoodAtMs,
  raw: words?.slice(offset, offset + count) ?? null,
});
