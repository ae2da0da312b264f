import { type QuarterHour, SLOTS_PER_QUARTER } from '../../../core/slots.ts';

export type QuarterLimits = { low: number | null; high: number | null };
/** Quarter hours one after the other on the same side of the limits; slots [fromSlot, toSlot). */
export type Exceedance = { fromSlot: number; toSlot: number; side: 'above' | 'below'; extreme: number };

/** On which side of the limits a mean is; null is within the limits, or not known. */
export const sideOf = (mean: number | null, { low, high }: QuarterLimits): Exceedance['side'] | null => {
  if (mean === null) return null;
  if (high !== null && mean > high) return 'above';
  return low !== null && mean < low ? 'below' : null;
};

/** Stretches out of the limits; a quarter hour that is not known ends one, as nobody can say that it went on. */
export const exceedancesOf = (quarters: readonly Pick<QuarterHour, 'slot' | 'mean'>[], limits: QuarterLimits): Exceedance[] => {
  const found: Exceedance[] = [];
  let running: Exceedance | undefined;
  for (const { slot, mean } of quarters) {
    const side = sideOf(mean, limits);
    if (side === null || mean === null) {
      running = undefined;
      continue;
    }
    if (running?.side === side && running.toSlot === slot) {
      running.toSlot = slot + SLOTS_PER_QUARTER;
      running.extreme = side === 'above' ? Math.max(running.extreme, mean) : Math.min(running.extreme, mean);
      continue;
    }
    running = { fromSlot: slot, toSlot: slot + SLOTS_PER_QUARTER, side, extreme: mean };
    found.push(running);
  }
  return found;
};
