import type { OverviewKpi } from '../../../../server/contract/plant/overview.ts';
import { formatTo } from '../../../text/numbers.ts';
import { text } from '../../../text/words.ts';
import { hasMeter } from '../verdict.ts';
import { words } from '../words.ts';

type Known = { value: number | null; low: number; high: number; isOutside: boolean };

const most = 3;

/**
 * Decimals for the ends of a usual range: few, and so many more that a value just outside is outside of what is written. 8.07 beside "0.0
 * to 8.1" and a percentage would contradict each other.
 */
const bandDecimals = ({ value, low, high, isOutside }: Known): number => {
  const usual = Math.max(Math.abs(low), Math.abs(high)) >= 100 ? 0 : 1;
  if (value === null || !isOutside) return usual;
  for (let decimals = usual; decimals < most; decimals += 1) {
    if (value < Number(low.toFixed(decimals)) || value > Number(high.toFixed(decimals))) return decimals;
  }
  return most;
};

/** The usual range of the figure at this time of the weekday, in words, or why there is none. */
export const usualWords = (kpi: OverviewKpi, weekday: string): string => {
  const { value, sameWeekday } = kpi;
  const { n, low, high, changePct } = sameWeekday;
  if (!hasMeter(kpi)) return text.noMeter;
  if (low === null || high === null) return words.weekdaysKnown(n, weekday);
  const decimals = bandDecimals({ value, low, high, isOutside: changePct !== null });
  return words.usual(weekday, formatTo(low, decimals), formatTo(high, decimals));
};
