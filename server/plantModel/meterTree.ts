import type { UnitSpec } from '../contract/model/units.ts';
import type { InputFault } from '../core/refusal.ts';
import type { Unit } from './model.ts';

/** Ids of the meters that a unit's water or energy has passed before, nearest first; a circle ends where it closes. */
export const metersAbove = (unitId: string, aboveOf: (unitId: string) => string | undefined): string[] => {
  const way: string[] = [];
  for (let id = aboveOf(unitId); id !== undefined && id !== unitId && !way.includes(id); id = aboveOf(id)) way.push(id);
  return way;
};

/** What is wrong with the meter a unit is said to lie behind. */
export const subMeterFaults = (spec: UnitSpec, selfId: string | undefined, units: readonly Unit[]): InputFault[] => {
  const { subMeterOf } = spec.meta;
  if (subMeterOf === undefined) return [];
  const path = 'meta.subMeterOf';
  const above = units.find(({ id }) => id === subMeterOf);
  if (subMeterOf === selfId) return [{ path, message: 'a meter cannot lie behind itself' }];
  if (!above) return [{ path, message: `unit ${subMeterOf} does not exist` }];
  if (above.type !== spec.type)
    return [{ path, message: `${above.name} is a ${above.type} unit and cannot count what this one counts` }];
  return selfId !== undefined && above.countedIn.includes(selfId)
    ? [{ path, message: `makes a cycle: ${above.name} lies behind this one` }]
    : [];
};

/** The parts of a sum without those that another part has counted already. */
export const withoutSubMeters = <P extends { unit: Pick<Unit, 'id' | 'countedIn'> }>(parts: readonly P[]): P[] => {
  const ids = new Set(parts.map(({ unit }) => unit.id));
  return parts.filter(({ unit }) => !unit.countedIn.some((id) => ids.has(id)));
};
