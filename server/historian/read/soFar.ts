import type { KeptSlots, Tally } from './reader.ts';
import { emptyTally, tallyOn, tallySlots } from './tally.ts';

type SoFar = { fromSlot: number; toSlot: number; changes: number; tally: Tally };

/** By the letters of a day, which are other ones where the day was read anew. */
const known = new WeakMap<KeptSlots['quality'], SoFar>();

/** The total of the slots that stay as they are, gone on from as far as it is known. */
const steadyPart = (day: KeptSlots, fromSlot: number, toSlot: number): Tally => {
  const found = known.get(day.quality);
  const isOn = found?.changes === day.changes && found.fromSlot === fromSlot && found.toSlot <= toSlot;
  if (isOn && found.toSlot === toSlot) return found.tally;
  const tally = isOn
    ? tallyOn(found.tally, day, { fromSlot: found.toSlot, toSlot, nowSlot: toSlot })
    : tallySlots(day, fromSlot, toSlot, toSlot);
  known.set(day.quality, { fromSlot, toSlot, changes: day.changes, tally });
  return tally;
};

/**
 * As `tallySlots`, of slots that are asked for again and again as their day goes on: only those since the last time are added.
 * @returns what must not be changed.
 */
export const tallySoFar = (day: KeptSlots, fromSlot: number, toSlot: number, nowSlot: number): Readonly<Tally> => {
  const end = Math.min(toSlot, nowSlot);
  const steadyTo = Math.min(end, day.steadyBefore);
  const steady = steadyTo > fromSlot ? steadyPart(day, fromSlot, steadyTo) : emptyTally;
  return steadyTo === end ? steady : tallyOn(steady, day, { fromSlot: Math.max(fromSlot, steadyTo), toSlot, nowSlot });
};
