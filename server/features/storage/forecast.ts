import { DAY_MS } from '../../core/time.ts';

const FARTHEST_DAYS = 3650;
/** A young plant's first hours say nothing about its days. */
const LEAST_DAYS = 1;

/**
 * The date on which the disk is full when the database goes on growing as it did since its first day.
 * @returns YYYY-MM-DD; null where it is more than ten years away.
 */
export const fullOn = (freeBytes: number, databaseBytes: number, sinceMs: number, nowMs: number): string | null => {
  const bytesPerDay = databaseBytes / Math.max(LEAST_DAYS, (nowMs - sinceMs) / DAY_MS);
  const days = freeBytes / bytesPerDay;
  return days > FARTHEST_DAYS ? null : new Date(nowMs + days * DAY_MS).toISOString().slice(0, 10);
};
