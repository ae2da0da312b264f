import { DAY_MS, MINUTE_MS } from '../../../server/contract/model/common.ts';
import { clockTime, dateOf, shortDate, shortMonthOf, wallMs } from '../../text/times.ts';

const steps = [5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1440, 2880, 7 * 1440, 14 * 1440].map((minutes) => minutes * MINUTE_MS);

export type Tick = { ms: number; label: string };

const monthTicks = (fromMs: number, toMs: number, offset: number): Tick[] => {
  const ticks: Tick[] = [];
  const first = new Date(fromMs + offset);
  for (let month = first.getUTCMonth(); ; month += 1) {
    const wall = Date.UTC(first.getUTCFullYear(), month, 1);
    if (wall - offset > toMs) return ticks;
    if (wall - offset >= fromMs)
      ticks.push({ ms: wall - offset, label: shortMonthOf(new Date(wall).toISOString().slice(0, 10)) });
  }
};

type TickRequest = {
  timezone: string;
  most: number;
  byDay: boolean;
  /** Ticks of the same kind also so far before and after the stretch, ms. */
  beyondMs?: number;
};

/**
 * Round times of a zone's clocks in a stretch, at most `most`: hours, days or months. Days are named at their middle where each
 * is one step.
 */
export const timeTicks = (fromMs: number, toMs: number, { timezone, most, byDay, beyondMs = 0 }: TickRequest): Tick[] => {
  const span = toMs - fromMs;
  const offset = wallMs(fromMs, timezone) - Math.floor(fromMs / 1000) * 1000;
  if (span > 100 * DAY_MS) return monthTicks(fromMs - beyondMs, toMs + beyondMs, offset);
  const step = steps.find((one) => span / one <= most && (!byDay || one >= DAY_MS)) ?? 30 * DAY_MS;
  const ticks: Tick[] = [];
  const first = byDay ? fromMs + DAY_MS / 2 : Math.ceil((fromMs + offset) / step) * step - offset;
  const begin = first - Math.floor(beyondMs / step) * step;
  for (let ms = begin; ms <= toMs + beyondMs; ms += step) {
    const midnight = (ms + offset) % DAY_MS === 0;
    ticks.push({
      ms,
      label:
        byDay || (midnight && span > DAY_MS * 1.5) || step >= DAY_MS ? shortDate(dateOf(ms, timezone)) : clockTime(ms, timezone),
    });
  }
  return ticks;
};
