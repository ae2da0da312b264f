import { clockTime, shortDate, shortMonthOf } from '../../text/times.ts';
import type { PeriodKey } from './period.ts';
import type { TrendPoint } from './trend.ts';

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** What each step is called: its start in the plant's zone, the day, or the month. */
export const stepLabels = (points: readonly TrendPoint[], period: PeriodKey, timezone: string): string[] =>
  points.map(({ startMs }) => {
    if (period === 'day') return clockTime(startMs, timezone);
    return period === 'month' ? shortDate(dateOf(startMs)) : shortMonthOf(dateOf(startMs));
  });

/** Of how many steps one is labelled on the axis. */
export const labelEvery: Record<PeriodKey, number> = { day: 36, month: 3, year: 1 };
