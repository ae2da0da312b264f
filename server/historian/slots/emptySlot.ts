import type { EngineSeries } from './engineSeries.ts';
import { clearSlot } from './gaugeSlots.ts';

/** Takes a slot's readings out of a series and of what is integrated from it; what is derived is worked out again. */
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
