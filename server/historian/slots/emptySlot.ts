import type { EngineSeries } from './engineSeries.ts';
import { clearSlot } from './gaugeSlots.ts';

/** Removes the readings of a slot from a series and from its integrals; derived series are recalculated. */
export const emptySlot = (series: EngineSeries, integrals: readonly EngineSeries[], slot: number, isOver: boolean): void => {
  clearSlot(series.days, slot);
  series.mean?.forget(slot);
  series.counter?.forget(slot);
  for (const { integral } of integrals) integral?.forget(slot);
  series.touch(slot, slot);
  if (!isOver) return;
  series.revised.add(slot, slot);
  if (series.counter) series.late.add(slot, slot);
};
