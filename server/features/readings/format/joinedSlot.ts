import { slotOf } from '../../../core/slots.ts';
import type { SlotRun } from '../../../historian/index.ts';

/** From where on a meter that joined within the stretch is expected: its first value, at the latest when it was set up. */
export const joinedSlot = (createdAtMs: number, { fromSlot, quality }: SlotRun): number => {
  const first = [...quality].findIndex((letter) => letter !== 'M');
  return Math.max(fromSlot, Math.min(slotOf(createdAtMs), first < 0 ? Number.POSITIVE_INFINITY : fromSlot + first));
};
