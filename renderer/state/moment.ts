import { SETTLE_MS, SLOT_MS } from '../../server/contract/model/common.ts';

/** A moment of the past as addresses have it: the end of a slot, 2026-11-21T09:05:00Z. */
export const momentText = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

/** What cannot be read, or is between two slots, is left out. */
export const readMoment = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00Z$/.test(value)) return undefined;
  const ms = Date.parse(value);
  return Number.isNaN(ms) || ms % SLOT_MS !== 0 || momentText(ms) !== value ? undefined : value;
};

const parts = (timezone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: timezone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });

/** How far a zone is ahead of UTC at a moment. */
const offsetMs = (ms: number, timezone: string): number => {
  const found = new Map(
    parts(timezone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const at = (type: keyof Intl.DateTimeFormatPartTypesRegistry): string => found.get(type) ?? '';
  return Date.parse(`${at('year')}-${at('month')}-${at('day')}T${at('hour')}:${at('minute')}:${at('second')}Z`) - ms;
};

/** When the clock of a zone shows a time (HH:MM:SS) of a date (YYYY-MM-DD). */
export const zonedMs = (date: string, time: string, timezone: string): number => {
  const asUtc = Date.parse(`${date}T${time}Z`);
  const first = asUtc - offsetMs(asUtc, timezone);
  return asUtc - offsetMs(first, timezone);
};

/** The clock of the page is set by answers of the server, and can be ahead by as long as one is under way. */
const CLOCK_MARGIN_MS = 1000;

/** The end of the last slot that the server has settled at a moment; it refuses to be asked about a later one. */
export const lastSlotEnd = (ms: number): number => Math.floor((ms - SETTLE_MS - CLOCK_MARGIN_MS) / SLOT_MS) * SLOT_MS;
