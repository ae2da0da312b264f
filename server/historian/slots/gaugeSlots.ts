import { code, isCounted, marks } from '../../core/slots.ts';
import type { DayBlocks } from './dayBlocks.ts';
import type { SlotRanges } from './slotRanges.ts';

/**
 * Means of the good samples of each slot, unweighted by time. Samples are float32 registers as a rule; their sums in float64 are exact,
 * so that their order does not matter.
 */
export class MeanSlots {
  readonly #days: DayBlocks;
  readonly #touched: SlotRanges;
  /**
   * Of the slot that had the last sample; none where the count is below 2, because the mean of a single sample is its sum. In a map each
   * of thousands of samples a second waits for it.
   */
  #slot = 0;
  #sum = Number.NaN;
  #count = 0;
  /** Of other slots that run too, around a border of two. */
  #aside: Map<number, { sum: number; count: number }> | undefined;

  constructor(days: DayBlocks, touched: SlotRanges) {
    this.#days = days;
    this.#touched = touched;
  }

  /**
   * @param isLate the slot is over: late samples make a mean only where no sample came in time, and whatever their order.
   */
  take(slot: number, value: number, isLate: boolean): void {
    const dayBlock = this.#days.at(slot);
    const { block } = dayBlock;
    const place = slot - block.firstSlot;
    const mark = block.mark[place] ?? 0;
    const letter = block.quality[place] ?? code.M;
    const sample = Math.fround(value);
    const known = mark & marks.COUNT;
    if (letter === code.R || known === marks.COUNT || !Number.isFinite(sample)) return;
    if (isLate) {
      if (isCounted(letter) && (mark & marks.LATE) === 0) return;
      block.raw[place] = (known > 0 ? (block.raw[place] ?? 0) : 0) + sample;
      block.values[place] = Math.fround(block.raw[place] / (known + 1));
      block.mark[place] = marks.LATE | (known + 1);
    } else {
      if (this.#count < 2 || slot !== this.#slot) this.#goTo(slot, (block.values[place] ?? 0) * known, known);
      this.#sum += sample;
      this.#count += 1;
      block.values[place] = Math.fround(this.#sum / this.#count);
      block.mark[place] = this.#count;
    }
    block.quality[place] = code.G;
    this.#days.touch(dayBlock, place);
    this.#touched.add(slot, slot);
  }

  forget(slot: number): void {
    if (slot === this.#slot) this.#count = 0;
    this.#aside?.delete(slot);
  }

  close(throughSlot: number): void {
    if (this.#slot <= throughSlot) this.#count = 0;
    if (!this.#aside) return;
    for (const slot of this.#aside.keys()) if (slot <= throughSlot) this.#aside.delete(slot);
    if (this.#aside.size === 0) this.#aside = undefined;
  }

  /** The sum of a slot goes on; from what the block has where there is none. */
  #goTo(slot: number, sum: number, count: number): void {
    const known = this.#aside?.get(slot);
    if (known) this.#aside?.delete(slot);
    if (this.#count > 1 && slot !== this.#slot) {
      this.#aside ??= new Map();
      this.#aside.set(this.#slot, { sum: this.#sum, count: this.#count });
    }
    this.#slot = slot;
    this.#sum = known?.sum ?? sum;
    this.#count = known?.count ?? count;
  }
}

/** The last good sample of each slot; of two in the same second the larger. */
export class LastSlots {
  readonly #days: DayBlocks;
  readonly #touched: SlotRanges;

  constructor(days: DayBlocks, touched: SlotRanges) {
    this.#days = days;
    this.#touched = touched;
  }

  take(slot: number, value: number, second: number): void {
    const dayBlock = this.#days.at(slot);
    const { block } = dayBlock;
    const place = slot - block.firstSlot;
    const letter = block.quality[place] ?? code.M;
    const sample = Math.fround(value);
    if (letter === code.R || !Number.isFinite(sample)) return;
    const knownSecond = block.mark[place] ?? 0;
    const isKnown = isCounted(letter);
    if (isKnown && (second < knownSecond || (second === knownSecond && sample <= (block.values[place] ?? 0)))) return;
    block.values[place] = sample;
    block.quality[place] = code.G;
    block.mark[place] = second;
    this.#days.touch(dayBlock, place);
    this.#touched.add(slot, slot);
  }
}

/** Empties a slot whose readings are taken back; what a person entered stays. */
export const clearSlot = (days: DayBlocks, slot: number): void => {
  const dayBlock = days.at(slot);
  const { block } = dayBlock;
  const place = slot - block.firstSlot;
  block.raw[place] = Number.NaN;
  if (block.quality[place] !== code.R) {
    block.values[place] = 0;
    block.quality[place] = code.M;
    block.mark[place] = 0;
  }
  days.touch(dayBlock, place);
};

/** The slot was measured, but no sample of it passed its checks. */
export const rejectSlot = (days: DayBlocks, slot: number): void => {
  const dayBlock = days.at(slot);
  const place = slot - dayBlock.block.firstSlot;
  if (dayBlock.block.quality[place] !== code.M || !Number.isNaN(dayBlock.block.raw[place])) return;
  dayBlock.block.quality[place] = code.X;
  days.touch(dayBlock, place);
};
