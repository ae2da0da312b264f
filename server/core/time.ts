import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/model/common.ts';

export { DAY_MS, HOUR_MS, MINUTE_MS };

/** Epoch milliseconds as ISO 8601 in UTC. */
export const iso = (ms: number): string => new Date(ms).toISOString();
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** YYYY-MM-DD as DD/MM/YYYY. */
export const dmyOf = (date: string): string => date.split('-').reverse().join('/');
