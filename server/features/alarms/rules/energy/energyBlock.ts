import { SLOT_MINUTES, SLOTS_PER_HOUR } from '../../../../core/slots.ts';
import type { SeriesInfo } from '../../../../plantModel/index.ts';
import type { SlotView } from '../model.ts';

/** Demand is counted in half hours on the clock, where the supplier does not say otherwise. */
export const BLOCK_MINUTES = 30;

/** What the evaluators of an energy unit share. */
export type EnergyBlockUnit = {
  name: string;
  energy: SeriesInfo;
  apparent: SeriesInfo | undefined;
  /** Slots of the supplier's block. */
  blockSlots: number;
  /** Part of a limit below which a condition is over. */
  deadband: number;
};

/** Slots of the block on the clock that are over with this one, from 1. */
export const placeOf = (view: SlotView, blockSlots: number): number =>
  (Math.floor(view.localTime(view.slot).minute / SLOT_MINUTES) % blockSlots) + 1;

/** Kilo-units per hour over slots; null where one is missing. */
export const power = (view: SlotView, series: SeriesInfo | undefined, fromSlot: number, toSlot: number): number | null => {
  if (!series) return null;
  let sum = 0;
  for (let slot = fromSlot; slot <= toSlot; slot += 1) {
    if (!view.isMeasured(series.id, slot)) return null;
    sum += view.value(series.id, slot);
  }
  return (sum * SLOTS_PER_HOUR) / (1000 * (toSlot - fromSlot + 1));
};
