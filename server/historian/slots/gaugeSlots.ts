import { code, isCounted, marks } from '../../core/slots.ts';
import type { DayBlocks } from './dayBlocks.ts';

type Touched = (fromSlot: number, toSlot: number) => void;

/**
 * Means of the good samples of each slot, unweighted by time. Samples are float32 registers as a rule; their sums in float64 are exact,
 * so that their order does not matter.
 */
export class MeanSlots {
  readonly #days: DayBlocks;
  readonly #touched: Touched;
  /** Sums of the slots that still run. */
  readonly #running = new Map<number, { sum: number; count: number }>();

  constructor(days: DayBlocks, touched: Touched) {
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
      const running = this.#running.get(slot) ?? { sum: (block.values[place] ?? 0) * known, count: known };
      running.sum += sample;
      running.count += 1;
      // the mean of a single sample is its sum
      if (running.count > 1) this.#running.set(slot, running);
      block.values[place] = Math.fround(running.sum / running.count);
      block.mark[place] = running.count;
    }
    block.quality[place] = code.G;
    this.#days.touch(dayBlock, place);
    this.#touched(slot, slot);
  }

  forget(slot: number): void {
    this.#running.delete(slot);
  }

  close(throughSlot: number): void {
    for (const slot of this.#running.keys()) if (slot <= throughSlot) this.#running.delete(slot);
  }
}

/** The last good sample of each slot; of two in the same second the larger. */
export class LastSlots {
  readonly #days: DayBlocks;
  readonly #touched: Touched;

  constructor(days: DayBlocks, touched: Touched) {
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
    this.#touched(slot, slot);
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
