export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Epoch milliseconds as ISO 8601 in UTC. */
export const iso = (ms: number): string => new Date(ms).toISOString();
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** YYYY-MM-DD as DD/MM/YYYY. */
export const dmyOf = (date: string): string => date.split('-').reverse().join('/');
