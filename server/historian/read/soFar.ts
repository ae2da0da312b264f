import { type AddedSlots, addSlots, type BlockTotal, slotsOver, totalOfSlots } from '../../core/counters/aggregate.ts';
import type { SlotBlock } from '../../core/slots.ts';
import type { SeriesKind } from '../../plantModel/index.ts';
import type { OpenDays } from './openDays.ts';
import type { KeptSlots, Tally } from './reader.ts';
import { emptyTally, tallyOn, tallySlots } from './tally.ts';

type SoFar = { fromSlot: number; toSlot: number; changes: number; tally: Tally };

/** By the letters of a day, which are other ones where the day was read anew. */
const talliedBefore = new WeakMap<KeptSlots['quality'], SoFar>();

/** The total of the slots that stay as they are, gone on from as far as it is known. */
const steadyPart = (day: KeptSlots, fromSlot: number, toSlot: number): Tally => {
  const found = talliedBefore.get(day.quality);
  const isOn = found?.changes === day.changes && found.fromSlot === fromSlot && found.toSlot <= toSlot;
  if (isOn && found.toSlot === toSlot) return found.tally;
  const tally = isOn
    ? tallyOn(found.tally, day, { fromSlot: found.toSlot, toSlot, nowSlot: toSlot })
    : tallySlots(day, fromSlot, toSlot, toSlot);
  talliedBefore.set(day.quality, { fromSlot, toSlot, changes: day.changes, tally });
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

/** By the letters of a day as well. */
const addedBefore = new WeakMap<SlotBlock['quality'], { changes: number; added: AddedSlots }>();

/** The slots that stay as they are, gone on from as far as they were added up before. */
const steadySlots = (block: SlotBlock, elapsed: number, changes: number): AddedSlots => {
  const found = addedBefore.get(block.quality);
  const isOn = found?.changes === changes && found.added.elapsed <= elapsed;
  if (isOn && found.added.elapsed === elapsed) return found.added;
  const added = addSlots(block, elapsed, isOn ? found.added : undefined);
  addedBefore.set(block.quality, { changes, added });
  return added;
};

/**
 * As `totalOf`, of a day that is asked for again and again as it goes on: only its slots since the last time are added.
 * @param steady before which slot the day changes only together with a number that grows; without it all are added.
 */
export const totalSoFar = (
  block: SlotBlock,
  kind: SeriesKind,
  elapsed: number,
  steady: ReturnType<OpenDays['steady']>,
): BlockTotal => {
  const over = slotsOver(block, elapsed);
  const steadyOver = steady ? slotsOver(block, Math.min(over, steady.beforeSlot - block.firstSlot)) : 0;
  const added = steady && steadyOver > 0 ? steadySlots(block, steadyOver, steady.changes) : undefined;
  return totalOfSlots(addSlots(block, over, added), kind);
};
