import type { UnitSpec } from '../contract/model/units.ts';
import type { InputFault } from '../core/refusal.ts';
import type { MeterTerm, Unit } from './model.ts';
import { typePhrase } from './typePhrase.ts';

/** Ids of the meters that a unit's water or energy has passed before, nearest first; a circle ends where it closes. */
export const metersAbove = (unitId: string, aboveOf: (unitId: string) => string | undefined): string[] => {
  const way: string[] = [];
  for (let id = aboveOf(unitId); id !== undefined && id !== unitId && !way.includes(id); id = aboveOf(id)) way.push(id);
  return way;
};

/** Faults of the meter that a unit names as the one upstream of it. */
export const subMeterFaults = (spec: UnitSpec, selfId: string | undefined, units: readonly Unit[]): InputFault[] => {
  const { subMeterOf } = spec.meta;
  if (subMeterOf === undefined) return [];
  const path = 'meta.subMeterOf';
  const above = units.find(({ id }) => id === subMeterOf);
  if (subMeterOf === selfId) return [{ path, message: 'a meter cannot lie behind itself' }];
  if (!above) return [{ path, message: `unit ${subMeterOf} does not exist` }];
  if (above.type !== spec.type)
    return [{ path, message: `${above.name} is ${typePhrase(above.type)} and cannot count what this one counts` }];
  return selfId !== undefined && above.countedIn.includes(selfId)
    ? [{ path, message: `makes a cycle: ${above.name} lies behind this one` }]
    : [];
};

type Summand = Pick<Unit, 'id' | 'standardCategoryId' | 'standardCategoryIds' | 'countedIn' | 'meta'>;

/** The meters that a virtual unit comes down to, sums of sums resolved; none for any other unit. */
export const metersAdded = (unit: Summand, unitOf: (unitId: string) => Summand | undefined): MeterTerm[] => {
  const found = new Map<string, MeterTerm>();
  const add = ({ meta: { expression = [] }, countedIn: above }: Summand, factor: number, path: readonly string[]): void => {
    for (const term of expression) {
      const part = path.includes(term.unitId) ? undefined : unitOf(term.unitId);
      if (!part) continue;
      if (part.meta.expression) add(part, factor * term.factor, [...path, part.id]);
      else {
        const known = found.get(part.id)?.factor ?? 0;
        const standardIds = [part.standardCategoryId, ...part.standardCategoryIds];
        const countedIn = [...part.countedIn, ...above];
        found.set(part.id, { unitId: part.id, factor: known + factor * term.factor, countedIn, standardIds });
      }
    }
  };
  add(unit, 1, [unit.id]);
  return [...found.values()].filter(({ factor }) => factor !== 0);
};
