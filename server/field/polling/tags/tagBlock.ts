import type { FieldQuality } from '../../../contract/model/field.ts';
import type { FieldTag, Sample, TagState } from '../../../core/field/field.ts';
import type { Decoder } from '../../decode/decode.ts';

/** One tag of a block: where its registers begin, and how they become its value. */
export type BlockSlot = { tagId: string; offset: number; decoder: Decoder };

/** What is known of one tag. Epoch ms where the name has `at`, else monotonic ms. */
export type TagEntry = {
  tag: FieldTag;
  /** Where its last answer is kept, and at which place of it. */
  block: TagBlock | null;
  place: number;
  /** What counts in place of that answer; null where nothing does. */
  fault: { quality: FieldQuality; atMs: number | null } | null;
  /** Of the answers before the last. */
  earlierGoodAtMs: number | null;
  /** The device's last word about this tag other than by an answer, or its configuration. */
  refreshedMs: number;
};

export type BlockWords = { words: readonly number[]; atMs: number; nowMs: number };

/**
 * The last answer to a block, with the value of each of its tags. It is written over by the next one: numbers of their own for 5,000
 * tags, made anew each second, outlive the young heap, and collecting them cost more than reading the devices.
 */
export class TagBlock {
  readonly #slots: readonly BlockSlot[];
  readonly #entries: readonly (TagEntry | undefined)[];
  readonly #numbers: Float64Array;
  readonly #qualities: FieldQuality[];
  readonly #words: number[] = [];
  #texts: Map<number, string> | undefined;
  #base = 0;
  #atMs = Number.NaN;
  #refreshedMs = Number.NEGATIVE_INFINITY;
  #isDisturbed = true;

  constructor(slots: readonly BlockSlot[], entries: readonly (TagEntry | undefined)[]) {
    this.#slots = slots;
    this.#entries = entries;
    this.#numbers = new Float64Array(slots.length);
    this.#qualities = slots.map(() => 'STALE');
  }

  get atMs(): number {
    return this.#atMs;
  }

  /** Monotonic ms of the last answer. */
  get refreshedMs(): number {
    return this.#refreshedMs;
  }

  /** Something other than an answer to this block has happened to one of its tags. */
  disturb(): void {
    this.#isDisturbed = true;
  }

  /** An answer came; the first register of the block is at `base` of its words. */
  take(answer: BlockWords, base: number): Sample[] {
    const { words, atMs, nowMs } = answer;
    if (this.#isDisturbed) this.#takeOver();
    const samples = new Array<Sample>(this.#slots.length);
    for (let place = 0; place < this.#slots.length; place += 1) {
      const slot = this.#slots[place];
      if (!slot) break;
      const { put } = slot.decoder;
      if (!put) {
        samples[place] = this.#takeAny(slot, place, answer, base);
        continue;
      }
      const quality = put(words, base + slot.offset, this.#numbers, place);
      if (quality !== this.#qualities[place]) this.#changeQuality(place, quality);
      samples[place] = { tagId: slot.tagId, value: quality === 'GOOD' ? (this.#numbers[place] ?? 0) : null, quality, atMs };
    }
    this.#atMs = atMs;
    this.#refreshedMs = nowMs;
    this.#base = base;
    this.#words.length = words.length;
    for (let at = 0; at < words.length; at += 1) this.#words[at] = words[at] ?? 0;
    return samples;
  }

  qualityAt(place: number): FieldQuality {
    return this.#qualities[place] ?? 'STALE';
  }

  valueAt(place: number): TagState['value'] {
    if (this.#qualities[place] !== 'GOOD') return null;
    return this.#texts?.get(place) ?? this.#numbers[place] ?? null;
  }

  rawAt(place: number): number[] {
    const slot = this.#slots[place];
    const from = this.#base + (slot?.offset ?? 0);
    return this.#words.slice(from, from + (slot?.decoder.registers ?? 0));
  }

  #takeAny({ tagId, offset, decoder }: BlockSlot, place: number, { words, atMs }: BlockWords, base: number): Sample {
    const { value, quality } = decoder.decode(words, base + offset);
    if (quality !== this.#qualities[place]) this.#changeQuality(place, quality);
    if (typeof value === 'number') this.#numbers[place] = value;
    else if (value !== null) this.#keepText(place, value);
    return { tagId, value, quality, atMs };
  }

  #changeQuality(place: number, quality: FieldQuality): void {
    const entry = this.#entries[place];
    if (entry && this.#qualities[place] === 'GOOD') entry.earlierGoodAtMs = this.#atMs;
    this.#qualities[place] = quality;
  }

  #keepText(place: number, text: string): void {
    this.#texts ??= new Map();
    this.#texts.set(place, text);
  }

  /** From now on this block's answers are its tags' last ones. */
  #takeOver(): void {
    for (const [place, entry] of this.#entries.entries()) {
      if (!entry) continue;
      if (entry.block !== this) {
        entry.earlierGoodAtMs = lastGoodAtMs(entry);
        entry.block?.disturb();
        entry.block = this;
        entry.place = place;
        this.#qualities[place] = 'STALE';
      }
      entry.fault = null;
    }
    this.#isDisturbed = false;
  }
}

/** Epoch ms; null before the first. */
export const lastGoodAtMs = ({ block, place, earlierGoodAtMs }: TagEntry): number | null =>
  block?.qualityAt(place) === 'GOOD' ? block.atMs : earlierGoodAtMs;

export const qualityOf = ({ fault, block, place }: TagEntry): FieldQuality =>
  fault?.quality ?? block?.qualityAt(place) ?? 'STALE';

/** Epoch ms of the last attempt; null before the first. */
export const triedAtMs = ({ fault, block }: TagEntry): number | null => (fault ? fault.atMs : (block?.atMs ?? null));
