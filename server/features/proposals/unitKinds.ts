import type { UnitSpec } from '../../contract/model/units.ts';
import { requireFound } from '../../core/refusal.ts';
import type { Unit, UnitDirectory } from '../../plantModel/index.ts';
import type { UnitService } from '../units/index.ts';
import type { KindRule, KindRules, Values } from './kinds.ts';

export type UnitKindParts = { directory: UnitDirectory; units: Pick<UnitService, 'change'> };

type Meta = UnitSpec['meta'];
const own = (unit: Unit, name: string): Values[string] =>
  name === 'maxCapacity' ? unit.maxCapacity : ((unit.meta[name as keyof Meta] as number | undefined) ?? null);

const withLimits = (unit: Unit, { maxCapacity = unit.maxCapacity, ...values }: Values): UnitSpec => {
  const meta: Record<string, unknown> = { ...unit.meta, ...values };
  for (const [name, value] of Object.entries(values)) if (value === null) delete meta[name];
  return { ...unit, maxCapacity: maxCapacity as number | null, meta: meta as Meta };
};

const placeOf = (target: string): [unitId: string, param: string] => {
  const at = target.lastIndexOf('/');
  return [target.slice(0, at), target.slice(at + 1)];
};

const withParamLimits = (unit: Unit, param: string, values: Values): UnitSpec => {
  const before = requireFound(unit.meta.params?.[param], 'parameter');
  return { ...unit, meta: { ...unit.meta, params: { ...unit.meta.params, [param]: { ...before, ...values } } } };
};

/** Limits and names of units, changed with all the rules of a unit. */
export const unitKinds = ({ directory, units }: UnitKindParts): Pick<KindRules, 'limits' | 'parameterLimits' | 'unitName'> => {
  const unitOf = (industryId: string, target: string): Unit | undefined => directory.unit(industryId, target);
  const rule = (
    idOf: (target: string) => string,
    read: (unit: Unit, target: string, values: Values) => Values | undefined,
    change: (unit: Unit, target: string, values: Values) => UnitSpec,
  ): KindRule => ({
    mayApply: true,
    nameOf: (industryId, target) => unitOf(industryId, idOf(target))?.name ?? '',
    present: async (industryId, target, values) => {
      const unit = unitOf(industryId, idOf(target));
      return unit && read(unit, target, values);
    },
    apply: async (_decider, { industryId, target, values }) => {
      const unit = requireFound(unitOf(industryId, idOf(target)), 'unit');
      await units.change(industryId, unit.id, change(unit, target, values), { version: unit.version });
    },
  });
  const whole = (target: string): string => target;
  const namesOf = (values: Values): string[] => Object.keys(values);
  return {
    limits: rule(
      whole,
      (unit, _target, values) => Object.fromEntries(namesOf(values).map((name) => [name, own(unit, name)])),
      (unit, _target, values) => withLimits(unit, values),
    ),
    parameterLimits: rule(
      (target) => placeOf(target)[0],
      (unit, target, values) => {
        const param = unit.meta.params?.[placeOf(target)[1]];
        return param && Object.fromEntries(namesOf(values).map((name) => [name, param[name as 'lt' | 'ht']]));
      },
      (unit, target, values) => withParamLimits(unit, placeOf(target)[1], values),
    ),
    unitName: rule(
      whole,
      ({ name }) => ({ name }),
      (unit, _target, { name }) => ({ ...unit, name: String(name) }),
    ),
  };
};
