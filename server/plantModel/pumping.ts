import { SLOTS_PER_HOUR } from '../core/slots.ts';
import type { Unit } from './model.ts';

/** Of a slot: the pump ran, was off, or nobody knows. */
export type PumpState = 'on' | 'off' | 'unknown';

/** A flow below this part of the rated one is a pump that is off (docs/domain.md 4.1). */
const OFF_PART = 0.01;
const LPM_TO_M3H = 0.06;
const LITRES_PER_M3 = 1000;

/** m3/h of what a unit may pass at most, from KL per day or from its meter's Qmax; null where neither is known. */
export const capacityM3h = ({ maxCapacity, meta: { meter } }: Pick<Unit, 'maxCapacity' | 'meta'>): number | null => {
  if (maxCapacity !== null) return maxCapacity / 24;
  return meter ? (meter.maxPerHour * meter.basePerCount) / 1000 : null;
};

/** m3/h of a well's pump: what was entered, else the tested yield, else what the unit may pass at most; null where none is known. */
export const ratedFlowM3h = (unit: Pick<Unit, 'maxCapacity' | 'meta'>): number | null => {
  const { ratedFlowM3h: entered, yieldLpm } = unit.meta.well ?? {};
  return entered ?? (yieldLpm === undefined ? capacityM3h(unit) : yieldLpm * LPM_TO_M3H);
};

/** On from 1 % of the rated flow; without a rated flow from anything above 0. */
export const pumpState = (flowM3h: number, ratedM3h: number | null): PumpState => {
  if (Number.isNaN(flowM3h)) return 'unknown';
  return flowM3h >= OFF_PART * (ratedM3h ?? 0) && flowM3h > 0 ? 'on' : 'off';
};

/**
 * Whether one count of a unit's meter is more than its pump gives in a slot: slots stay at nothing while it runs, so that they do not say
 * for how long it did.
 */
export const countsSeldom = (unit: Pick<Unit, 'maxCapacity' | 'meta'>): boolean => {
  const { meter } = unit.meta;
  const ratedM3h = ratedFlowM3h(unit);
  return meter !== undefined && ratedM3h !== null && meter.basePerCount > (ratedM3h * LITRES_PER_M3) / SLOTS_PER_HOUR;
};

/** Wells together: one that runs is enough; all must be off. */
export const togetherState = (states: readonly PumpState[]): PumpState => {
  if (states.includes('on')) return 'on';
  return states.includes('unknown') ? 'unknown' : 'off';
};

export const isGroundwater = ({ type, standardCategoryId, standardCategoryIds, meta }: Unit): boolean =>
  type === 'borewell' ||
  (type === 'level' &&
    (meta.well !== undefined ||
      standardCategoryId === 'GROUND_WATER_LEVEL' ||
      standardCategoryIds.includes('GROUND_WATER_LEVEL')));

export const isPiezometer = ({ type, meta }: Pick<Unit, 'type' | 'meta'>): boolean =>
  type === 'level' || meta.well?.piezometer === true;

/** Units whose pumps move a level: the well itself, or for a piezometer the pumped wells of its aquifer, of the units that are shown. */
export const pumpedBeside = (unit: Unit, shown: readonly Unit[]): readonly Unit[] => {
  if (!isPiezometer(unit)) return [unit];
  const aquiferId = unit.meta.well?.aquiferId;
  if (aquiferId === undefined) return [];
  return shown.filter((one) => isGroundwater(one) && !isPiezometer(one) && one.meta.well?.aquiferId === aquiferId);
};
