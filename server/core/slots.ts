import { type QualityLetter, SLOT_MS } from '../contract/model/common.ts';

export { SLOT_MS };
export const SLOT_MINUTES = 5;
export const SLOTS_PER_HOUR = 12;
export const HOURS_PER_DAY = 24;
export const MINUTES_PER_DAY = 1440;
/** On days without a change of clocks. */
export const SLOTS_PER_DAY = 288;
/** Quarter hours of the clock: zones differ from UTC by whole ones, so they begin in the same slots everywhere. */
export const SLOTS_PER_QUARTER = 3;
export const MINUTES_PER_QUARTER = 15;

/** The slot that contains a moment; a reading exactly at a boundary belongs to the slot that begins there. */
export const slotOf = (atMs: number): number => Math.floor(atMs / SLOT_MS);

/** The slot a counter reading closes: exactly at a boundary it closes the slot before. */
export const counterSlotOf = (atMs: number): number => Math.ceil(atMs / SLOT_MS) - 1;

/** The slot with which the first quarter hour at or after a slot begins. */
export const firstQuarter = (fromSlot: number): number => Math.ceil(fromSlot / SLOTS_PER_QUARTER) * SLOTS_PER_QUARTER;

/** A mean of a quarter hour needs two valid slots of three. */
const VALID_SLOTS = 2;

/** `mean` is null with too few valid slots; `isDry`: only because no water flowed past a sensor that did measure. */
export type QuarterHour = { slot: number; mean: number | null; isDry: boolean };

/**
 * The quarter hour that begins with a slot: means of these are what is compared with limits (docs/domain.md 5.2).
 * @param measuredAt value of a slot; null where it was not measured.
 */
export const quarterHourAt = (
  slot: number,
  measuredAt: (slot: number) => number | null,
  isWet: (slot: number) => boolean,
): QuarterHour => {
  let [sum, valid, measured] = [0, 0, 0];
  for (let at = slot; at < slot + SLOTS_PER_QUARTER; at += 1) {
    const value = measuredAt(at);
    if (value === null) continue;
    measured += 1;
    if (!isWet(at)) continue;
    sum += value;
    valid += 1;
  }
  const isKnown = valid >= VALID_SLOTS;
  return { slot, mean: isKnown ? sum / valid : null, isDry: !isKnown && measured >= VALID_SLOTS };
};

/** Quality letters as stored in a block: one character code a slot. */
export const code = { G: 71, E: 69, F: 70, B: 66, M: 77, R: 82, X: 88 } as const satisfies Record<QualityLetter, number>;

/** Measured, measured backwards, or entered by a person: what completeness counts. */
export const isComplete = (letter: number): boolean => letter === code.G || letter === code.B || letter === code.R;

/** Whether the slot's value is part of a total. */
export const isCounted = (letter: number): boolean => letter !== code.M && letter !== code.X;

/** The same of the slots of a run, by their letters; nothing is counted beside them. */
export const isCountedAt = (letters: string | Uint8Array, at: number): boolean =>
  at >= 0 && at < letters.length && isCounted(typeof letters === 'string' ? letters.charCodeAt(at) : (letters[at] ?? code.M));

/** Whether that slot of a run is complete; one beside them is not. */
export const isCompleteAt = (letters: string, at: number): boolean =>
  at >= 0 && at < letters.length && isComplete(letters.charCodeAt(at));

const worstLast: readonly number[] = [code.G, code.R, code.B, code.E, code.F, code.X, code.M];

/** The worst of two letters: the quality of a sum of both. */
export const worstQuality = (a: number, b: number): number => (worstLast.indexOf(a) > worstLast.indexOf(b) ? a : b);

/**
 * One series over one shift day.
 *
 * - `values`: counter slot volumes in stored units, always whole thousandths; gauge means and stock levels rounded to float32, far
 *   finer than any instrument and half the size on disk; 0 where the letter is M or X.
 * - `raw`: counters: the last good reading in the slot, display counts; gauges: the sum of late samples; NaN where there is none.
 * - `mark`: counters and stock: the second within the slot (0..300) at which the reading was taken, for counters with `ACCEPTED`
 *   (and `CONFIRMED`, `BREAK`) or `REJECTED` once it was evaluated, and `FELL`; gauges: how many samples the mean has, and `LATE`; what is derived: see there.
 */
export type SlotBlock = {
  firstSlot: number;
  values: Float64Array;
  quality: Uint8Array;
  raw: Float64Array;
  mark: Uint16Array;
};

/** The counter reading of the slot is a baseline for those after it. */
const ACCEPTED = 0x4000;
/** It became one only because the next reading followed from it. */
const CONFIRMED = 0x2000;
/** The counter reading of the slot was dropped by the step test. */
const REJECTED = 0x8000;
/** The gauge slot had no sample in time; its mean is made of late ones. */
const LATE = 0x8000;
const COUNT = 0x1fff;
/** The counter reading began another course of the counter: see `validateReading`. */
const BREAK = 0x1000;
/** The display of the counter fell within the slot, or since the slot before, by more than can have flowed back. */
const FELL = 0x0800;
/** The second of a counter reading within its slot. */
const SECOND = 0x1ff;

export const marks = { ACCEPTED, CONFIRMED, REJECTED, LATE, COUNT, BREAK, FELL, SECOND } as const;

export const emptyBlock = (firstSlot: number, slots: number): SlotBlock => ({
  firstSlot,
  values: new Float64Array(slots),
  quality: new Uint8Array(slots).fill(code.M),
  raw: new Float64Array(slots).fill(Number.NaN),
  mark: new Uint16Array(slots),
});

/** `confirmed`: accepted because of the reading after it. */
export type AcceptedReading = {
  slot: number;
  raw: number;
  second: number;
  confirmed: boolean;
  /** It began another course. */
  broke: boolean;
  letter: number;
};

/** The last reading before place `end` that the step test accepted. */
export const lastAccepted = (block: SlotBlock, end = block.raw.length): AcceptedReading | null => {
  for (let place = end - 1; place >= 0; place -= 1) {
    const mark = block.mark[place] ?? 0;
    if ((mark & ACCEPTED) !== 0)
      return {
        slot: block.firstSlot + place,
        raw: block.raw[place] ?? 0,
        second: mark & SECOND,
        confirmed: (mark & CONFIRMED) !== 0,
        broke: (mark & BREAK) !== 0,
        letter: block.quality[place] ?? code.M,
      };
  }
  return null;
};

/** Texts of one letter by letter and length: nearly all stretches are measured throughout. */
const uniformTexts = new Map<number, string[]>();
const LONGEST_UNIFORM = 300;

const uniformText = (letter: number, length: number): string => {
  const texts = uniformTexts.get(letter) ?? [];
  uniformTexts.set(letter, texts);
  texts[length] ??= String.fromCharCode(letter).repeat(length);
  return texts[length];
};

export const lettersOf = (letters: Uint8Array): string => {
  const { buffer, byteOffset, byteLength: length } = letters;
  const first = letters[0];
  if (first !== undefined && length <= LONGEST_UNIFORM) {
    let same = 1;
    while (same < length && letters[same] === first) same += 1;
    if (same === length) return uniformText(first, length);
  }
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
};

export const letterOf = (letter: number): QualityLetter => String.fromCharCode(letter) as QualityLetter;
