import { alertCategories } from '../../../contract/model/alertCategories.ts';
import type { Unit } from '../../../plantModel/index.ts';
import type { AlertCategory } from '../model.ts';
import type { RuleParts } from './model.ts';

type Value = number | string | boolean;

/** A parameter of a category for one unit: its own, else the industry's. */
const given = (category: AlertCategory, { unit, settings }: RuleParts, name: string): Value | undefined => {
  const own: Readonly<Record<string, Value | undefined>> = unit.meta.alertParams?.[category] ?? {};
  return own[name] ?? settings.params[name];
};

/** Parameters of a category as a rule reads them; one of the wrong kind counts as not given. */
export const paramsOf = (category: AlertCategory, parts: RuleParts) => ({
  number(name: string, usual: number): number {
    const value = given(category, parts, name);
    return typeof value === 'number' && Number.isFinite(value) ? value : usual;
  },
  optional(name: string): number | undefined {
    const value = given(category, parts, name);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  },
  text(name: string, usual: string): string {
    const value = given(category, parts, name);
    return typeof value === 'string' ? value : usual;
  },
});

/** Alarms that a unit has only when they are switched on, under the names that its switches bear. */
const switched: Partial<Record<AlertCategory, string>> = {
  unit_threshold: 'daily_threshold',
  monthly_threshold: 'monthly_threshold',
  level_exceed: 'level_exceed',
  stable_flow: 'stable_flow',
};

/** Alarms of a deployed unit that are switched off, by category; of a quality unit by parameter. */
export const switchedOff = ({ type, meta }: Pick<Unit, 'type' | 'meta'>): { category: AlertCategory; param: string }[] =>
  Object.entries(meta.alertEnabled ?? {})
    .filter(([, isOn]) => isOn === false)
    .flatMap(([name]) => {
      const category = alertCategories.find((one) => one === name || switched[one] === name);
      if (category) return [{ category, param: '' }];
      return type === 'quality' ? [{ category: 'quality_threshold' as const, param: name }] : [];
    });

/** Whether a unit's alarms of a category are in service; the others are until they are switched off. */
export const isInService = (category: AlertCategory, { unit, settings }: Pick<RuleParts, 'unit' | 'settings'>): boolean => {
  if (!settings.enabled || !unit.deployed) return false;
  const name = switched[category];
  const enabled = unit.meta.alertEnabled ?? {};
  return name === undefined ? enabled[category] !== false : enabled[name] === true;
};
