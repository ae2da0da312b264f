import { isCompleteAt } from '../../../core/slots.ts';
import { flowing, linkedFlow, type ServingContext } from '../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';

/** A quarter hour of the clock; its mean needs two valid slots of three. */
export type QuarterHour = { slot: number; mean: number | null };
export type QuarterLimits = { low: number | null; high: number | null };
/** Quarter hours one after the other on the same side of the limits; slots [fromSlot, toSlot). */
export type Exceedance = { fromSlot: number; toSlot: number; side: 'above' | 'below'; extreme: number };

export const SLOTS_PER_QUARTER = 3;
const VALID_SLOTS = 2;

/** Whole quarter hours, aligned to :00, :15, :30 and :45; zones differ by quarter hours, so the epoch's are theirs. */
export const quarterHours = (valid: readonly (number | null)[], fromSlot: number): QuarterHour[] => {
  const quarters: QuarterHour[] = [];
  const first = (SLOTS_PER_QUARTER - (fromSlot % SLOTS_PER_QUARTER)) % SLOTS_PER_QUARTER;
  for (let at = first; at + SLOTS_PER_QUARTER <= valid.length; at += SLOTS_PER_QUARTER) {
    const known = valid.slice(at, at + SLOTS_PER_QUARTER).filter((value) => value !== null);
    const mean = known.length >= VALID_SLOTS ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
    quarters.push({ slot: fromSlot + at, mean });
  }
  return quarters;
};

/** On which side of the limits a mean is; null is within the limits, or not known. */
export const sideOf = (mean: number | null, { low, high }: QuarterLimits): Exceedance['side'] | null => {
  if (mean === null) return null;
  if (high !== null && mean > high) return 'above';
  return low !== null && mean < low ? 'below' : null;
};

/** Stretches out of the limits; a quarter hour that is not known ends one, as nobody can say that it went on. */
export const exceedancesOf = (quarters: readonly QuarterHour[], limits: QuarterLimits): Exceedance[] => {
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

/** What a parameter was in [fromSlot, toSlot): measured or entered, and only while water flowed. */
export const readQuarters = (
  unit: Unit,
  series: SeriesInfo,
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
  { reader, unitOf }: Pick<ServingContext, 'reader' | 'unitOf'>,
): QuarterHour[] => {
  if (toSlot <= fromSlot) return [];
  const { values, quality } = reader.slots(series.id, fromSlot, toSlot);
  const isWet = flowing(linkedFlow(unit, unitOf), reader, fromSlot, toSlot);
  return quarterHours(
    Array.from(values, (value, at) => (isCompleteAt(quality, at) && isWet(at) ? value : null)),
    fromSlot,
  );
};
