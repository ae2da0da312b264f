import { isCompleteAt, isCountedAt, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import type { SlotRun } from '../../../historian/index.ts';
import type { Unit } from '../../../plantModel/index.ts';

/** Of a slot: the pump ran, was, or nobody knows. */
export type PumpState = 'on' | 'off' | 'unknown';

/** Flow below this part of the rated one is a pump that is. */
const OFF_PART = 0.01;
const LPM_TO_M3H = 0.06;

/** m3/h: what was entered, else the tested yield, else the largest flow of the meter; null where none is known. */
export const ratedFlowM3h = ({ meta: { well, meter } }: Pick<Unit, 'meta'>): number | null =>
  well?.ratedFlowM3h ??
  (well?.yieldLpm === undefined ? undefined : well.yieldLpm * LPM_TO_M3H) ??
  (meter ? (meter.maxPerHour * meter.basePerCount) / 1000 : null);

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

/** On from 1 % of the rated flow; without a rated flow from anything above 0. */
export const pumpState = (flowM3h: number, ratedM3h: number | null): PumpState => {
  if (Number.isNaN(flowM3h)) return 'unknown';
  return flowM3h >= OFF_PART * (ratedM3h ?? 0) && flowM3h > 0 ? 'on' : 'off';
};

/** Wells together: one that runs is enough; all must be. */
export const togetherState = (states: readonly PumpState[]): PumpState => {
  if (states.includes('on')) return 'on';
  return states.includes('unknown') ? 'unknown' : 'off';
};
