import type { OverviewUnit } from '../../../server/contract/overview.ts';
import type { LiveValues } from '../../state/liveValues.ts';
import { shownValue } from '../../state/measures.ts';

export type Side = 'low' | 'high' | 'inside';

/** On which side of its limits a value lies; null where there are no limits or no value. Limits are in the shown unit. */
export const sideOf = (value: number | null, lt: number | null | undefined, ht: number | null | undefined): Side | null => {
  if (value === null || (lt == null && ht == null)) return null;
  if (lt != null && value < lt) return 'low';
  return ht != null && value > ht ? 'high' : 'inside';
};

/** Every limited parameter of a unit with the side on which its last value lies. */
export const limitsOf = (unit: OverviewUnit, values: LiveValues): { param: string; side: Side }[] =>
  unit.params.flatMap(({ param, measure, lt, ht, value }) => {
    const side = sideOf(shownValue(values.get(unit.unitId, param)?.value ?? value, measure), lt, ht);
    return side === null ? [] : [{ param, side }];
  });
