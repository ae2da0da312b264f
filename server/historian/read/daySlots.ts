import { lettersOf, type SlotBlock } from '../../core/slots.ts';
import type { SlotRun } from './reader.ts';

export const nothingKnown = (fromSlot: number, length: number): SlotRun => ({
  fromSlot,
  values: new Float64Array(length),
  quality: 'M'.repeat(length),
});

/** Of a series and a day, as one number; days up to the year 10,000. */
export const seriesDayKey = (seriesId: number, day: number): number => seriesId * 4_194_304 + day;

/** What is answered of a day. */
export type DaySlots = Pick<SlotBlock, 'firstSlot' | 'values' | 'quality'>;
/** A copy, because the four arrays of an unpacked day share one buffer. */
export const slotsOnly = ({ firstSlot, values, quality }: SlotBlock): DaySlots => ({
  firstSlot,
  values: values.slice(),
  quality: quality.slice(),
});

/** Slots of one day; the day may have fewer of them than asked. */
export const cutOut = (block: DaySlots, fromSlot: number, toSlot: number): SlotRun => {
  const [from, to] = [fromSlot - block.firstSlot, toSlot - block.firstSlot];
  if (from < 0 || to > block.values.length) {
    const { values, quality } = nothingKnown(fromSlot, toSlot - fromSlot);
    const [first, last] = [Math.max(0, from), Math.min(to, block.values.length)];
    if (last <= first) return { fromSlot, values, quality };
    values.set(block.values.subarray(first, last), first - from);
    const known = lettersOf(block.quality.subarray(first, last));
    return { fromSlot, values, quality: 'M'.repeat(first - from) + known + 'M'.repeat(to - last) };
  }
  return { fromSlot, values: block.values.slice(from, to), quality: lettersOf(block.quality.subarray(from, to)) };
};
