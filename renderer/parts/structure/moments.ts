import { dateOf, isDate, msAt, wallMs } from '../../text/times.ts';

/** A moment as a person reads and types it, by the plant's clock: 2026-11-24 10:30, at midnight the date alone. What is no moment stays as it is. */
const momentShown = (value: string, timezone: string): string => {
  const ms = value.includes('T') ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) return value;
  const time = new Date(wallMs(ms, timezone)).toISOString().slice(11, 16);
  return time === '00:00' ? dateOf(ms, timezone) : `${dateOf(ms, timezone)} ${time}`;
};

/** What was typed as it is sent, once it is a date with or without a time. */
const momentTyped = (typed: string, timezone: string): string => {
  const [date = '', time = '00:00', ...more] = typed.split(' ');
  if (more.length > 0 || !isDate(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return typed;
  return new Date(msAt(date, time, timezone)).toISOString();
};

/** How a field shows and takes its moment: one named `…On` is a day, which is stored as midnight of UTC; any other is a time of the plant. */
export const momentOf = (name: string, timezone: string) => {
  const zone = name.endsWith('On') ? 'UTC' : timezone;
  return { shown: (value: string) => momentShown(value, zone), typed: (value: string) => momentTyped(value, zone) };
};
