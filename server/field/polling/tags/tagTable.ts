import type { FieldQuality } from '../../../contract/model/field.ts';
import type { Clock } from '../../../core/clock.ts';
import type { FieldTag, Sample, TagState } from '../../../core/field/field.ts';
import { type BlockSlot, lastGoodAtMs, qualityOf, TagBlock, type TagEntry, triedAtMs } from './tagBlock.ts';

/** Periods without a word from the device after which a tag's value is out of date. */
const stalePeriods = 3;
/** Said by the device about the tag itself, and true until it is asked again after minutes. */
const lasting: ReadonlySet<FieldQuality> = new Set(['BAD_ADDRESS', 'BAD_CONFIG']);

/** The last that is known of every tag. A value older than three periods is STALE by the clock, whatever the line does. */
export class TagStates {
  readonly #clock: Clock;
  #entries = new Map<string, TagEntry>();
  /** Monotonic ms before which no tag grows old. */
  #firstOldMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Monotonic ms, by which tags grow old. */
  get nowMs(): number {
    return this.#clock.monotonicMs();
  }

  /** Keeps what is known of tags that did not change and whose device is where it was, begins anew with the others. */
  configure(tags: readonly FieldTag[], isMoved: (deviceId: string) => boolean = () => false): void {
    const previous = this.#entries;
    this.#entries = new Map(
      tags.map((tag) => {
        const known = previous.get(tag.id);
        return [tag.id, known && isSame(known.tag, tag) && !isMoved(tag.deviceId) ? known : this.#unknown(tag)];
      }),
    );
    this.#firstOldMs = Number.NEGATIVE_INFINITY;
  }

  /** A place for the answers to what is read at once. Its tags are those of now: a reader of other tags makes another. */
  blockOf(slots: readonly BlockSlot[]): TagBlock {
    return new TagBlock(
      slots,
      slots.map(({ tagId }) => this.#entries.get(tagId)),
    );
  }

  /** A read failed. `isAnswer`: the device itself said so. */
  failed(tagId: string, quality: FieldQuality, isAnswer: boolean): Sample {
    const atMs = this.#clock.now();
    const entry = this.#entries.get(tagId);
    if (!entry) return { tagId, value: null, quality, atMs };
    const nowMs = this.#clock.monotonicMs();
    if (isAnswer) entry.refreshedMs = nowMs;
    const shown = isOld(entry, nowMs) ? 'STALE' : quality;
    setFault(entry, shown, atMs);
    return { tagId, value: null, quality: shown, atMs };
  }

  /** A reading from `fromMs` on was not one of this tag. */
  takenBack(tagId: string, fromMs: number): Sample {
    const entry = this.#entries.get(tagId);
    if (entry) {
      const goodAtMs = lastGoodAtMs(entry);
      entry.refreshedMs = refreshedMs(entry);
      entry.earlierGoodAtMs = goodAtMs !== null && goodAtMs >= fromMs ? null : goodAtMs;
      entry.block?.disturb();
      entry.block = null;
    }
    return this.failed(tagId, 'BAD_ANSWER', false);
  }

  /** Marks the tags that have grown old since the last call, and answers with them. */
  takeStale(): Sample[] {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs <= this.#firstOldMs) return [];
    const atMs = this.#clock.now();
    const samples: Sample[] = [];
    let firstOldMs = Number.POSITIVE_INFINITY;
    for (const entry of this.#entries.values()) {
      const isNowOld = isOld(entry, nowMs);
      // answered right now, what is old would grow old again no sooner than this
      firstOldMs = Math.min(firstOldMs, isNowOld ? nowMs + stalePeriods * entry.tag.periodMs : oldAfterMs(entry));
      const quality = qualityOf(entry);
      if (!isNowOld || quality === 'STALE' || lasting.has(quality)) continue;
      setFault(entry, 'STALE', triedAtMs(entry));
      samples.push({ tagId: entry.tag.id, value: null, quality: 'STALE', atMs });
    }
    this.#firstOldMs = firstOldMs;
    return samples;
  }

  get(tagId: string): TagState | undefined {
    const entry = this.#entries.get(tagId);
    return entry && toState(entry);
  }

  states(): TagState[] {
    return [...this.#entries.values()].map(toState);
  }

  #unknown(tag: FieldTag): TagEntry {
    const refreshedMs = this.#clock.monotonicMs();
    return { tag, block: null, place: 0, fault: { quality: 'STALE', atMs: null }, earlierGoodAtMs: null, refreshedMs };
  }
}

const setFault = (entry: TagEntry, quality: FieldQuality, atMs: number | null): void => {
  entry.fault = { quality, atMs };
  entry.block?.disturb();
};

const refreshedMs = ({ refreshedMs, block }: TagEntry): number => Math.max(refreshedMs, block?.refreshedMs ?? refreshedMs);

const oldAfterMs = (entry: TagEntry): number => refreshedMs(entry) + stalePeriods * entry.tag.periodMs;

const isOld = (entry: TagEntry, nowMs: number): boolean => nowMs > oldAfterMs(entry);

const isSame = (a: FieldTag, b: FieldTag): boolean => JSON.stringify(a) === JSON.stringify(b);

const toState = (entry: TagEntry): TagState => ({
  tagId: entry.tag.id,
  deviceId: entry.tag.deviceId,
  value: entry.fault ? null : (entry.block?.valueAt(entry.place) ?? null),
  quality: qualityOf(entry),
  atMs: triedAtMs(entry),
  lastGoodAtMs: lastGoodAtMs(entry),
  raw: entry.block?.rawAt(entry.place) ?? null,
});
