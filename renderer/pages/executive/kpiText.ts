import type { execKpis } from '../../../server/contract/model/featureData.ts';
import { placesBeside } from '../../../server/contract/rules/besideMarks.ts';
import { formatMoney, formatTo, formatUpTo, formatWithUnit, type Marks, placesAlike, unitLabel } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';

type Key = (typeof execKpis)[number];
/** `beside`: figures that it is read together with, as that of the range before. */
type Figure = { value: number | null | undefined; unit: string; target?: number | null | undefined; beside?: Marks };

const placesWith = (values: Marks, target: number | null | undefined): number =>
  placesAlike(values, Math.max(...values.map((value) => placesBeside(value, [target], 3))));

/** Money and volumes in the digits that they have everywhere, a ratio in no more than it and those beside it have. */
export const kpiText = (key: Key, { value, unit, target, beside = [] }: Figure): string => {
  if (value === null || value === undefined) return text.noValue;
  if (key === 'savingCost') return formatMoney(value, unit);
  if (unit === 'KL') return formatWithUnit(value, unit, [target]);
  return `${formatTo(value, placesWith([value, ...beside], target))} ${unitLabel(unit)}`.trim();
};

/** A target as it was entered. */
export const targetText = (key: Key, { value, unit, target }: Figure): string => {
  if (target === null || target === undefined) return text.noValue;
  return key === 'savingCost'
    ? formatMoney(target, unit)
    : `${formatUpTo(target, placesBeside(target, [value], 3))} ${unitLabel(unit)}`.trim();
};
