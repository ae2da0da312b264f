import { clockTime, shortDate, shortMonthOf } from '../../text/times.ts';
import type { Grain, TrendPoint } from './trend.ts';

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** What each step is called: its start in the plant's zone, the day, or the month. */
export const stepLabels = (points: readonly TrendPoint[], grain: Grain, timezone: string): string[] =>
  points.map(({ startMs }) => {
    if (grain === 'slot' || grain === 'hour') return clockTime(startMs, timezone);
    return grain === 'day' ? shortDate(dateOf(startMs)) : shortMonthOf(dateOf(startMs));
  });

/** Of how many steps one is labelled on the axis. */
export const labelEvery: Record<Grain, number> = { slot: 36, hour: 3, day: 3, month: 1 };
