import type { InputFault } from '../core/refusal.ts';
import { hasCountedVolume } from './metered.ts';
import type { Unit } from './model.ts';
import { typePhrase } from './typePhrase.ts';

type Terms = readonly { unitId: string; factor: number }[];
type Known = Pick<Unit, 'id' | 'name' | 'type' | 'meta'>;

/** Unit ids from `from` along expressions to `target`, both included; undefined when there is no way. */
const wayTo = (target: string, from: string, termsOf: (unitId: string) => Terms, seen: Set<string>): string[] | undefined => {
  if (from === target) return [from];
  if (seen.has(from)) return undefined;
  seen.add(from);
  for (const { unitId } of termsOf(from)) {
    const way = wayTo(target, unitId, termsOf, seen);
    if (way) return [from, ...way];
  }
  return undefined;
};

/**
 * What is wrong with the expression of a virtual unit.
 * @param self its own id and name; the id is undefined while it is not stored, when nothing can refer to it yet.
 * @param units of its industry.
 */
export const expressionFaults = (
  expression: Terms,
  self: { id: string | undefined; name: string },
  units: readonly Known[],
): InputFault[] => {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const nameOf = (unitId: string): string => (unitId === self.id ? self.name : (byId.get(unitId)?.name ?? unitId));
  const termsOf = (unitId: string): Terms => (unitId === self.id ? expression : (byId.get(unitId)?.meta.expression ?? []));
  const faultOf = ({ unitId, factor }: Terms[number], index: number): InputFault | undefined => {
    const path = `meta.expression.${index}`;
    const unit = byId.get(unitId);
    if (unitId === self.id) return { path: `${path}.unitId`, message: `${self.name} cannot be a part of itself` };
    if (!unit) return { path: `${path}.unitId`, message: `unit ${unitId} does not exist` };
    if (!hasCountedVolume(unit))
      return { path: `${path}.unitId`, message: `${unit.name} is ${typePhrase(unit.type)} and has no volume to add` };
    if (expression.findIndex((term) => term.unitId === unitId) < index)
      return { path: `${path}.unitId`, message: `${unit.name} is there twice` };
    if (factor === 0) return { path: `${path}.factor`, message: 'factor must not be 0' };
    const way = self.id === undefined ? undefined : wayTo(self.id, unitId, termsOf, new Set());
    return way && { path: `${path}.unitId`, message: `makes a cycle: ${[self.name, ...way.map(nameOf)].join(' → ')}` };
  };
  return expression.map(faultOf).filter((fault) => fault !== undefined);
};
