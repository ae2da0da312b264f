import { tankVolume } from '../../contract/model/tankVolume.ts';
import type { TankShape } from '../../contract/model/units.ts';
import { code, isCounted, SLOT_MS, type SlotBlock, slotOf, worstQuality } from '../../core/slots.ts';
import { HOUR_MS } from '../../core/time.ts';
import type { DayBlocks } from './dayBlocks.ts';
import type { SlotSpan } from './slotRanges.ts';

type Touched = (fromSlot: number, toSlot: number) => void;
export type DerivedPart = { days: DayBlocks | undefined; factor: number };

/** Per hour at one thousandfold (m3/h to L, kW to Wh), in thousandths. */
const THOUSANDTHS_PER_HOUR = 1_000_000;
/** No trapezoid spans more than this. */
const LONGEST_STEP_MS = 2 * SLOT_MS;
/** Mark of a slot that was integrated sample by sample. */
const INTEGRATED = 1;
/** Mark of a slot that is R because what it is derived from was entered: it follows that, unlike one that was entered itself. */
const FROM_ENTERED = 2;

const markOf = (letter: number): number => (letter === code.R ? FROM_ENTERED : 0);

const write = (days: DayBlocks, slot: number, value: number, letter: number, mark: number, touched: Touched): void => {
  const found = letter === code.M ? days.peek(slot) : days.at(slot);
  if (!found) return;
  const { block } = found;
  const place = slot - block.firstSlot;
  if (block.quality[place] === code.R && block.mark[place] !== FROM_ENTERED) return;
  if (block.values[place] === value && block.quality[place] === letter && block.mark[place] === mark) return;
  block.values[place] = value;
  block.quality[place] = letter;
  block.mark[place] = mark;
  days.touch(found, place);
  touched(slot, slot);
};

/** Value and letter of a slot; 0 and M where nothing is known. */
const slotOfSeries = (days: DayBlocks | undefined, slot: number): { value: number; letter: number } => {
  const block = days?.peek(slot)?.block;
  const place = slot - (block?.firstSlot ?? 0);
  return { value: block?.values[place] ?? 0, letter: block?.quality[place] ?? code.M };
};

/** From the time when the volume was read by itself: the mark is the second of a reading, which is hardly ever one of the others. */
const isOwnReading = (days: DayBlocks, slot: number): boolean => {
  const block = days.peek(slot)?.block;
  const place = slot - (block?.firstSlot ?? 0);
  const mark = block?.mark[place] ?? 0;
  return block?.quality[place] === code.G && mark !== 0 && mark !== FROM_ENTERED;
};

/** What a slot is by its formula; `clamped` of tanks alone. */
export type DerivedSlot = { value: number; letter: number; clamped?: boolean };
export type SlotFormula = (slot: number) => DerivedSlot;

/** Litres from the level of the same slot; a level outside the tank gives the volume of its nearest end. */
export const tankFormula =
  (level: DayBlocks | undefined, shape: TankShape): SlotFormula =>
  (slot) => {
    const { value, letter } = slotOfSeries(level, slot);
    const { volumeM3, clamped } = isCounted(letter) ? tankVolume(shape, value) : { volumeM3: 0, clamped: false };
    return { value: Math.fround(volumeM3 * 1000), letter, clamped };
  };

/** Signed sum of other units' slots, as good as the worst of them. */
export const partsFormula =
  (parts: readonly DerivedPart[]): SlotFormula =>
  (slot) => {
    let thousandths = 0;
    let letter: number = code.G;
    for (const { days: part, factor } of parts) {
      const found = slotOfSeries(part, slot);
      thousandths += Math.round(found.value * 1000 * factor);
      letter = worstQuality(letter, found.letter);
    }
    if (letter === code.X) letter = code.M;
    return { value: isCounted(letter) ? thousandths / 1000 + 0 : 0, letter };
  };

/** Slots as their formula has them; `clampedSlot` is the last whose level was outside its tank. */
export const derive = (
  days: DayBlocks,
  formula: SlotFormula,
  { from, to }: SlotSpan,
  touched: Touched,
): { clampedSlot: number | null } => {
  let clampedSlot: number | null = null;
  for (let slot = from; slot <= to; slot += 1) {
    const { value, letter, clamped } = formula(slot);
    if (clamped !== undefined && isOwnReading(days, slot)) continue;
    if (clamped) clampedSlot = slot;
    write(days, slot, value, letter, markOf(letter), touched);
  }
  return { clampedSlot };
};

/** Whether a slot stands as the formula has it, or is none of its: read by itself, or entered. */
export const isByFormula = (
  days: DayBlocks,
  { block, slot }: { block: SlotBlock; slot: number },
  derived: DerivedSlot,
): boolean => {
  const place = slot - block.firstSlot;
  if (block.quality[place] === derived.letter && block.values[place] === derived.value) return true;
  if (block.quality[place] === code.R && block.mark[place] !== FROM_ENTERED) return true;
  return derived.clamped !== undefined && isOwnReading(days, slot);
};

/** From the time when the unit still had a counter: what that measured stays. */
const isCounterReading = ({ raw, quality, firstSlot }: SlotBlock, slot: number): boolean => {
  const letter = quality[slot - firstSlot];
  return letter === code.G || letter === code.E || letter === code.B || !Number.isNaN(raw[slot - firstSlot]);
};

/** Sample by sample, which is more exact than the mean of the slot; a mean that a person entered is another one. */
const isIntegrated = ({ mark, firstSlot }: SlotBlock, slot: number): boolean => mark[slot - firstSlot] === INTEGRATED;

/** Volume of a device without a counter: trapezoids over its flow samples, all estimated (F). */
export class IntegralSlots {
  readonly #days: DayBlocks;
  readonly #touched: Touched;
  readonly #running = new Map<number, number>();
  #last: { atMs: number; rate: number } | undefined;
  /** Running slots that lost samples: they take their mean flow when they are over. */
  readonly #broken = new Set<number>();

  constructor(days: DayBlocks, touched: Touched) {
    this.#days = days;
    this.#touched = touched;
  }

  /** @param rate m3/h or kW; samples that do not move on in time are left to `closeFromMeans`. */
  sample(atMs: number, rate: number): void {
    const last = this.#last;
    if (last && atMs <= last.atMs) return;
    this.#last = { atMs, rate };
    if (!last || atMs - last.atMs > LONGEST_STEP_MS) return;
    const slope = (rate - last.rate) / (atMs - last.atMs);
    for (let fromMs = last.atMs; fromMs < atMs; ) {
      const slot = slotOf(fromMs);
      const toMs = Math.min(atMs, (slot + 1) * SLOT_MS);
      const middle = last.rate + slope * ((fromMs + toMs) / 2 - last.atMs);
      this.#add(slot, (middle * (toMs - fromMs) * THOUSANDTHS_PER_HOUR) / HOUR_MS);
      fromMs = toMs;
    }
  }

  /** Samples of the slot were taken back. */
  forget(slot: number): void {
    this.#last = undefined;
    this.#running.delete(slot);
    this.#broken.add(slot);
    const dayBlock = this.#days.peek(slot);
    if (dayBlock) dayBlock.block.mark[slot - dayBlock.block.firstSlot] = 0;
  }

  /** Slots that are over and were not integrated take their mean flow for the whole slot. */
  closeFromMeans(rates: DayBlocks | undefined, { from: fromSlot, to: toSlot }: SlotSpan): void {
    for (const slot of this.#running.keys()) if (slot <= toSlot) this.#running.delete(slot);
    for (const slot of this.#broken) if (slot <= toSlot) this.#broken.delete(slot);
    for (let slot = fromSlot; slot <= toSlot; slot += 1) {
      const own = this.#days.peek(slot)?.block;
      const { value, letter } = slotOfSeries(rates, slot);
      if (own && (isCounterReading(own, slot) || (isIntegrated(own, slot) && letter !== code.R))) continue;
      const thousandths = isCounted(letter) ? Math.round((value * THOUSANDTHS_PER_HOUR * SLOT_MS) / HOUR_MS) : 0;
      write(this.#days, slot, thousandths / 1000 + 0, isCounted(letter) ? code.F : code.M, 0, this.#touched);
    }
  }

  #add(slot: number, thousandths: number): void {
    if (this.#broken.has(slot)) return;
    const block = this.#days.peek(slot)?.block;
    const place = slot - (block?.firstSlot ?? 0);
    const stored = block?.mark[place] === INTEGRATED ? (block.values[place] ?? 0) * 1000 : 0;
    const sum = (this.#running.get(slot) ?? stored) + thousandths;
    this.#running.set(slot, sum);
    write(this.#days, slot, Math.round(sum) / 1000 + 0, code.F, INTEGRATED, this.#touched);
  }
}
