import { isCompleteAt, isCountedAt, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import type { SlotRun } from '../../../historian/index.ts';
import type { PumpState } from '../../../plantModel/index.ts';

/** Flow of every slot in m3/h: as it was measured, else from the volume of the slot; NaN where neither says. */
export const flowOf = (flow: SlotRun | undefined, volume: SlotRun | undefined, length: number): Float64Array => {
  const found = new Float64Array(length).fill(Number.NaN);
  for (let at = 0; at < length; at += 1) {
    if (flow && isCountedAt(flow.quality, at)) found[at] = flow.values[at] ?? Number.NaN;
    // of a volume across a gap the shape was not measured: it says nothing of when the pump ran
    else if (volume && isCompleteAt(volume.quality, at)) found[at] = ((volume.values[at] ?? 0) * SLOTS_PER_HOUR) / 1000;
  }
  return found;
};

/** Wells together: one that runs is enough; all must be. */
export const togetherState = (states: readonly PumpState[]): PumpState => {
  if (states.includes('on')) return 'on';
  return states.includes('unknown') ? 'unknown' : 'off';
};
