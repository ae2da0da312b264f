import { DateTime } from 'luxon';
import { DAY_MS } from './time.ts';

/** Zones differ from UTC by whole quarters of an hour, and change on one. */
export const QUARTER_MS = 900_000;
/** Days of a zone; a long report goes through a year of them again and again. */
const MOST_DAYS = 4000;
type Days = Map<number, number>;
/** By zone and day of UTC, the offset; NaN where it changes on that day. */
const known = new Map<string, Days>();

const offsetAt = (ms: number, timezone: string): number => DateTime.fromMillis(ms, { zone: timezone }).offset * 60_000;

const daysOf = (timezone: string): Days => {
  const days: Days = known.get(timezone) ?? new Map();
  // a zone's name comes from its plant's settings: there are few
  if (days.size === 0) known.set(timezone, days);
  else if (days.size >= MOST_DAYS) days.clear();
  return days;
};

/** Milliseconds that a zone's wall clock is ahead of UTC. Zones change on quarter hours, and never twice in a day. */
export const zoneOffsetMs = (ms: number, timezone: string): number => {
  const day = Math.floor(ms / DAY_MS);
  let offset = known.get(timezone)?.get(day);
  if (offset === undefined) {
    const [first, last] = [offsetAt(day * DAY_MS, timezone), offsetAt((day + 1) * DAY_MS, timezone)];
    offset = first === last ? first : Number.NaN;
    daysOf(timezone).set(day, offset);
  }
  return Number.isNaN(offset) ? offsetAt(Math.floor(ms / QUARTER_MS) * QUARTER_MS, timezone) : offset;
};
