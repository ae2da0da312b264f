/** Rain that fell in one slot, mm; several gauges of a site are one by then. */
export type SlotRain = { slot: number; mm: number };

/** Six hours without rain end an event. */
const DRY_SLOTS = 72;
/** An event that goes on when a window begins is looked back at this far. */
export const LOOK_BACK_SLOTS = 3 * SLOTS_PER_DAY;

/**
 * Rain of [fromSlot, toSlot) that is left once the first flush of each event has run off, mm. What comes before the window says how
 * much of the flush an event has had already, so that the parts of a window add up to the whole.
 * @param rain wet slots in order, from `LOOK_BACK_SLOTS` before the window on
 */
export const afterFirstFlush = (
  rain: readonly SlotRain[],
  { fromSlot, toSlot, firstFlushMm }: { fromSlot: number; toSlot: number; firstFlushMm: number },
): number => {
  let [left, fallen, last] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const { slot, mm } of rain) {
    if (mm <= 0) continue;
    if (slot >= toSlot) break;
    // DRY_SLOTS dry ones are between
    if (slot - last > DRY_SLOTS) fallen = 0;
    const before = Math.max(0, fallen - firstFlushMm);
    fallen += mm;
    last = slot;
    if (slot >= fromSlot) left += Math.max(0, fallen - firstFlushMm) - before;
  }
  return left;
};

import { SLOTS_PER_DAY } from '../../../core/slots.ts';
