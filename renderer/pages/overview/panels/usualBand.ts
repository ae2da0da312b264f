import type { OverviewKpi } from '../../../../server/contract/plant/overview.ts';
import { placesBeside } from '../../../../server/contract/rules/besideMarks.ts';
import { decimalsFor, formatTo } from '../../../text/numbers.ts';
import { text } from '../../../text/words.ts';
import { hasMeter } from '../verdict.ts';
import { words } from '../words.ts';

/** The ends of its usual range beside a figure that is outside of them: it does not read as one of them. */
export const marksOf = ({ sameWeekday: { low, high, changePct } }: OverviewKpi): (number | null)[] =>
  changePct === null ? [] : [low, high];

const most = 6;

/**
 * Decimals for the ends of a usual range: few, and so many more that a figure outside of it is outside of what is written. 8.07 beside
 * "0.0 to 8.1" and a percentage would contradict each other.
 */
const bandDecimals = (kpi: OverviewKpi, low: number, high: number): number => {
  const usual = Math.max(Math.abs(low), Math.abs(high)) >= 100 ? 0 : 1;
  const { value, unit } = kpi;
  if (value === null || kpi.sameWeekday.changePct === null) return usual;
  const written = Number(value.toFixed(placesBeside(value, [low, high], decimalsFor(unit))));
  for (let decimals = usual; decimals < most; decimals += 1) {
    if (written < Number(low.toFixed(decimals)) || written > Number(high.toFixed(decimals))) return decimals;
  }
  return most;
};

/** The usual range of the figure at this time of the weekday, in words, or why there is none. */
export const usualWords = (kpi: OverviewKpi, weekday: string): string => {
  const { sameWeekday } = kpi;
  const { n, low, high } = sameWeekday;
  if (!hasMeter(kpi)) return text.noMeter;
  if (low === null || high === null) return words.weekdaysKnown(n, weekday);
  const decimals = bandDecimals(kpi, low, high);
  return words.usual(weekday, formatTo(low, decimals), formatTo(high, decimals));
};
