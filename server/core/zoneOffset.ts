import { LRUCache } from 'lru-cache';
import { DateTime } from 'luxon';

const QUARTER_MS = 900_000;
/** A year of quarter hours in one zone: what a long report goes through again and again. */
const MOST_KEPT = 36_000;
const known = new LRUCache<string, number>({ max: MOST_KEPT });

/** Milliseconds that a zone's wall clock is ahead of UTC; kept by quarter hours, on which zones change. */
export const zoneOffsetMs = (ms: number, timezone: string): number => {
  const quarter = Math.floor(ms / QUARTER_MS);
  const key = `${timezone} ${quarter}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const offset = DateTime.fromMillis(quarter * QUARTER_MS, { zone: timezone }).offset * 60_000;
  known.set(key, offset);
  return offset;
};
