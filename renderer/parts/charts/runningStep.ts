import { DAY_MS, HOUR_MS, type TimeWindow } from '../../../server/contract/model/common.ts';
import { addDays, dateOfDmy, isDate, toDmy, wallMs } from '../../text/times.ts';

/**
 * The step that still runs of a series over a window: an hour (HH:MM), a day (DD/MM/YYYY) or a month (MM/YYYY) by its label. -1 where all
 * are over.
 */
export const runningStep = (window: TimeWindow, labels: readonly string[], nowMs: number): number => {
  const fromMs = Date.parse(window.from);
  if (!window.open || nowMs < fromMs || nowMs >= Date.parse(window.to)) return -1;
  if (labels[0]?.includes(':')) {
    const hour = Math.floor((nowMs - fromMs) / HOUR_MS);
    return hour < labels.length ? hour : -1;
  }
  const firstDay = dateOfDmy(window.label.slice(0, 10));
  if (!isDate(firstDay)) return -1;
  // by the clocks of the plant: a day has 23 or 25 hours where they are put forward or back
  const days = Math.floor((wallMs(nowMs, window.timezone) - wallMs(fromMs, window.timezone)) / DAY_MS);
  const day = toDmy(addDays(firstDay, days));
  return labels.findIndex((label) => label === day || label === day.slice(3));
};
