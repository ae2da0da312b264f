import { DateTime } from 'luxon';

const QUARTER_MS = 900_000;
const MOST_KEPT = 50_000;
const known = new Map<string, number>();

/** Milliseconds that a zone's wall clock is ahead of UTC; kept by quarter hours, on which zones change. */
export const zoneOffsetMs = (ms: number, timezone: string): number => {
  const quarter = Math.floor(ms / QUARTER_MS);
  const key = `${timezone} ${quarter}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size > MOST_KEPT) known.clear();
  const offset = DateTime.fromMillis(quarter * QUARTER_MS, { zone: timezone }).offset * 60_000;
  known.set(key, offset);
  return offset;
};
