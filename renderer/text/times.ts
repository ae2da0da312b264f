import { DAY_MS } from '../../server/contract/model/common.ts';
import { dateLocale } from './language.ts';
import { text } from './words.ts';

/** Calendar dates are YYYY-MM-DD strings inside the panel and DD/MM/YYYY towards the User API. */
export const toDmy = (date: string): string => `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;

/** YYYY-MM-DD of a date as the User API writes it. */
export const dateOfDmy = (dmy: string): string => `${dmy.slice(6)}-${dmy.slice(3, 5)}-${dmy.slice(0, 2)}`;

const utc = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const isDate = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(utc(value)) && iso(utc(value)) === value;

export const addDays = (date: string, days: number): string => iso(utc(date) + days * DAY_MS);

/** The same day so many months on, or the last day of that month where it is shorter. */
export const addMonths = (date: string, months: number): string => {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8))];
  const last = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate();
  return iso(Date.UTC(year, month + months, Math.min(day, last)));
};

export const lastOfMonth = (date: string): string => iso(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0));

const zoned = new Map<string, Intl.DateTimeFormat>();
const inZone = (timezone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = dateLocale() + timezone + JSON.stringify(options);
  const known = zoned.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(dateLocale(), { timeZone: timezone, hourCycle: 'h23', ...options });
  zoned.set(key, made);
  return made;
};

/** HH:MM in the plant's zone. */
export const clockTime = (ms: number, timezone: string): string =>
  inZone(timezone, { hour: '2-digit', minute: '2-digit' }).format(ms);

/** 22 Nov, 14:05 in the plant's zone. */
export const dateAndTime = (ms: number, timezone: string): string =>
  inZone(timezone, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(ms);

/** 22 Nov 2025, 14:05 in the plant's zone: for what is kept for years. */
export const dateWithYearAndTime = (ms: number, timezone: string): string =>
  inZone(timezone, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }).format(ms);

/** A time of day alone means the one nearest to now: 03:20 of yesterday, read at 03:17, would be taken for one that comes. */
export const timeOf = (ms: number, nowMs: number, timezone: string, withSeconds = false): string => {
  if (Math.abs(nowMs - ms) >= DAY_MS / 2 && dateOf(ms, timezone) !== dateOf(nowMs, timezone)) return dateAndTime(ms, timezone);
  return withSeconds ? clockTimeWithSeconds(ms, timezone) : clockTime(ms, timezone);
};

/** Both ends of a span: with their dates where it lasts into another day, the first also where its list has several days. */
export const endsOf = (fromMs: number, toMs: number, timezone: string, dated = false): [from: string, to: string] => {
  const to = timeOf(toMs, fromMs, timezone);
  const isLong = to !== clockTime(toMs, timezone);
  return [dated || isLong ? dateAndTime(fromMs, timezone) : clockTime(fromMs, timezone), to];
};

/** HH:MM:SS in the plant's zone. */
export const clockTimeWithSeconds = (ms: number, timezone: string): string =>
  inZone(timezone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(ms);

const onDate = (date: string, options: Intl.DateTimeFormatOptions): string => inZone('UTC', options).format(utc(date));
/** Fri, 21 Nov 2025 */
export const longDate = (date: string): string =>
  onDate(date, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
/** 21 Nov 2025 */
export const dateText = (date: string): string => onDate(date, { day: 'numeric', month: 'short', year: 'numeric' });
/** 21 Nov */
export const shortDate = (date: string): string => onDate(date, { day: 'numeric', month: 'short' });
/** November 2025 */
export const monthOf = (date: string): string => onDate(date, { month: 'long', year: 'numeric' });
/** Nov */
export const shortMonthOf = (date: string): string => onDate(date, { month: 'short' });

/** Mon */
export const weekdayName = (date: string): string => onDate(date, { weekday: 'short' });

const wallParts = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;

/** What the clocks of a zone show at a moment, as if it were UTC. */
export const wallMs = (ms: number, timezone: string): number => {
  const parts = new Map(
    inZone(timezone, { ...wallParts, calendar: 'gregory', numberingSystem: 'latn' })
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
};

/** The moment at which the clocks of a zone show a date and time (HH:MM or HH:MM:SS). */
export const msAt = (date: string, time: string, timezone: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  const wanted = utc(date) + ((hours * 60 + minutes) * 60 + seconds) * 1000;
  const guess = wanted - (wallMs(wanted, timezone) - wanted);
  return guess - (wallMs(guess, timezone) - wanted);
};

/** The calendar date of a moment in a zone. */
export const dateOf = (ms: number, timezone: string): string => iso(wallMs(ms, timezone));

/** The running shift day (YYYY-MM-DD): before the shift's start it is still yesterday's. */
export const shiftDate = (nowMs: number, timezone: string, startAt: string): string => {
  const parts = new Map(
    inZone(timezone, { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' })
      .formatToParts(nowMs)
      .map(({ type, value }) => [type, value]),
  );
  const date = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  const time = `${parts.get('hour')}:${parts.get('minute')}:${parts.get('second')}`;
  return time < startAt ? addDays(date, -1) : date;
};

/** How long ago, in one unit that a glance can take in: 8 s, 12 min, 5 h, 3 d. */
export const formatAge = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return text.age.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return text.age.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? text.age.hours(hours) : text.age.days(Math.floor(hours / 24));
};

/** Days that are left, whole ones: what is less than one is not 0. */
export const formatDays = (days: number): string => (days < 1 ? text.age.underDay : text.age.wholeDays(Math.floor(days)));

/** Sunday, in the person's language. */
export const weekdayOf = (date: string): string => onDate(date, { weekday: 'long' });

/** Minutes as one reads them: 86 min, 33 h, 5 d. */
export const formatSpan = (minutes: number): string =>
  minutes < 120 ? text.age.minutes(Math.round(minutes)) : formatAge(Math.round(minutes) * 60_000);
