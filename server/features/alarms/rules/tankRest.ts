import { SLOTS_PER_DAY } from '../../../core/slots.ts';
import type { SlotView } from './model.ts';

const LOOK_BACK_DAYS = 14;
const LEAST_DAYS = 7;

/**
 * Whether a tank never rests: in none of up to 14 days before it came to rest its gauge showed one value for so many slots, and at least 7 of
 * them were measured. Only of such a tank does a steady level say that the gauge is stuck (docs/domain.md 2.5).
 */
export const neverRests = (view: SlotView, seriesId: number, slots: number): boolean => {
  const now = view.value(seriesId, view.slot);
  const first = view.slot - LOOK_BACK_DAYS * SLOTS_PER_DAY;
  let slot = view.slot;
  while (slot >= first && view.value(seriesId, slot) === now) slot -= 1;
  let [measured, run, before] = [0, 0, Number.NaN];
  for (; slot >= first; slot -= 1) {
    const value = view.value(seriesId, slot);
    if (!Number.isFinite(value)) continue;
    measured += 1;
    run = value === before ? run + 1 : 1;
    before = value;
    if (run >= slots) return false;
  }
  return measured >= LEAST_DAYS * SLOTS_PER_DAY;
};
