import { DAY_MS } from '../../core/time.ts';

const FARTHEST_DAYS = 3650;
/** A young plant's first hours say nothing about its days. */
const LEAST_DAYS = 1;

/** The date is YYYY-MM-DD; null where it is more than ten years away, or the growth is not known. */
type Forecast = { fullOn: string | null; isGrowthKnown: boolean };

/**
 * When the disk is full if the database goes on growing as it did since its first day.
 * @param sinceMs null where nothing was measured yet
 */
export const forecastOf = (freeBytes: number, databaseBytes: number, sinceMs: number | null, nowMs: number): Forecast => {
  const days = sinceMs === null ? 0 : (nowMs - sinceMs) / DAY_MS;
  if (days < LEAST_DAYS) return { fullOn: null, isGrowthKnown: false };
  const daysLeft = (freeBytes / databaseBytes) * days;
  const fullOn = daysLeft > FARTHEST_DAYS ? null : new Date(nowMs + daysLeft * DAY_MS).toISOString().slice(0, 10);
  return { fullOn, isGrowthKnown: true };
};
