import type { ExecutiveSummary } from '../../../server/contract/user/executiveSummary.ts';
import { formatChange, formatDifference } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';
import { words } from './words.ts';

type Kpis = ExecutiveSummary['totals'];
type Kpi = Pick<NonNullable<Kpis[keyof Kpis]>, 'value' | 'previous' | 'changePct' | 'unit'>;

/** Of a percentage the difference in points: a change in percent of percentages is easily misread. */
export const changeWords = ({ value, previous, changePct, unit }: Kpi): string => {
  const isPercent = unit === '%';
  // there are both, but too little of one of them was measured, or the one before is below zero: from there points can be counted
  const needsChange = previous !== null && (isPercent ? previous > 0 : previous !== 0);
  if (changePct === null && value !== null && needsChange) return words.notComparable;
  if (!isPercent) return formatChange(changePct);
  return value === null || previous === null ? text.noValue : words.points(formatDifference(value - previous));
};
