import type { execKpis } from '../../../server/contract/model/featureData.ts';
import { placesBeside } from '../../../server/contract/rules/besideMarks.ts';
import { formatMoney, formatUpTo, formatWithUnit, unitLabel } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';

type Key = (typeof execKpis)[number];
type Figure = { value: number | null | undefined; unit: string; target?: number | null | undefined };

const inFewDigits = (value: number, unit: string, beside: number | null | undefined): string =>
  `${formatUpTo(value, placesBeside(value, [beside], 3))} ${unitLabel(unit)}`.trim();

/** Money and volumes in the digits that they have everywhere, a ratio in no more than it has. */
export const kpiText = (key: Key, { value, unit, target }: Figure): string => {
  if (value === null || value === undefined) return text.noValue;
  if (key === 'savingCost') return formatMoney(value, unit);
  return unit === 'KL' ? formatWithUnit(value, unit, [target]) : inFewDigits(value, unit, target);
};

/** A target as it was entered. */
export const targetText = (key: Key, { value, unit, target }: Figure): string => {
  if (target === null || target === undefined) return text.noValue;
  return key === 'savingCost' ? formatMoney(target, unit) : inFewDigits(target, unit, value);
};
