import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/model/common.ts';

export { DAY_MS, HOUR_MS, MINUTE_MS };

const padded = (numbers: number, digits: number): string[] =>
  Array.from({ length: numbers }, (_, number) => String(number).padStart(digits, '0'));
const seconds = padded(60, 2);
const thousandths = padded(1000, 3);
/** `SS.mmmZ` */
const BELOW_MINUTE = 7;
let lastMinute = Number.NaN;
let upToMinute = '';

/** Epoch milliseconds as ISO 8601 in UTC. What is written is mostly of the same minute, and a Date takes ten times as long. */
export const iso = (ms: number): string => {
  const whole = Math.trunc(ms);
  const minute = Math.floor(whole / MINUTE_MS);
  if (minute !== lastMinute) {
    upToMinute = new Date(minute * MINUTE_MS).toISOString().slice(0, -BELOW_MINUTE);
    lastMinute = minute;
  }
  const below = whole - minute * MINUTE_MS;
  return `${upToMinute}${seconds[Math.floor(below / 1000)]}.${thousandths[below % 1000]}Z`;
};
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** YYYY-MM-DD as DD/MM/YYYY; a month YYYY-MM as MM/YYYY. */
export const dmyOf = (date: string): string => date.split('-').reverse().join('/');

/** Minutes after midnight of a time of day, HH:MM. */
export const minutesAfterMidnight = (hourMinute: string): number =>
  Number(hourMinute.slice(0, 2)) * 60 + Number(hourMinute.slice(3));
