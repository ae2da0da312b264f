import { dateLocale } from '../../text/language.ts';
import { addDays, addMonths, isDate, lastOfMonth } from '../../text/times.ts';

/** Weeks start on Sunday in the Americas and in India, on Monday elsewhere. */
const firstWeekday = (): number => (/-(US|IN)$/.test(dateLocale()) ? 0 : 1);

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** The weeks of a date's month, whole, with the days of its neighbours. */
export const weeksOf = (date: string): string[][] => {
  const first = `${date.slice(0, 8)}01`;
  const lead = (weekdayOf(first) - firstWeekday() + 7) % 7;
  const days = Number(lastOfMonth(date).slice(8));
  const weeks = Math.ceil((lead + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => addDays(first, week * 7 + day - lead)),
  );
};

const shortNames = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const monthNamed = (word: string): number => {
  const own = new Intl.DateTimeFormat(dateLocale(), { month: 'short', timeZone: 'UTC' });
  const wanted = word.toLowerCase();
  for (let month = 0; month < 12; month += 1) {
    const at = Date.UTC(2026, month, 1);
    if ([own, shortNames].some((names) => wanted.startsWith(names.format(at).toLowerCase().slice(0, 3)))) return month + 1;
  }
  return Number.NaN;
};

/** Whether the person's locale writes the month before the day. */
const isMonthFirst = (): boolean =>
  new Intl.DateTimeFormat(dateLocale(), { day: 'numeric', month: 'numeric' }).formatToParts(0)[0]?.type === 'month';

const iso = (year: number, month: number, day: number): string | null => {
  const full = year < 100 ? 2000 + year : year;
  const text = `${full}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDate(text) ? text : null;
};

/** What a person typed as YYYY-MM-DD: 2026-11-21, 21 Nov 2026, or numbers in the order of their locale; null where it is no date. */
export const dateTyped = (typed: string): string | null => {
  const parts = typed
    .trim()
    .split(/[\s,./-]+/)
    .filter(Boolean);
  const [a = '', b = '', c = ''] = parts;
  if (parts.length !== 3) return null;
  if (/^\d{4}$/.test(a)) return iso(Number(a), Number(b), Number(c));
  if (!/^\d+$/.test(b)) return iso(Number(c), monthNamed(b), Number(a));
  if (!/^\d+$/.test(a)) return iso(Number(c), monthNamed(a), Number(b));
  return isMonthFirst() ? iso(Number(c), Number(a), Number(b)) : iso(Number(c), Number(b), Number(a));
};

const steps: Record<string, (date: string) => string> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
  Home: (date) => `${date.slice(0, 8)}01`,
  End: (date) => lastOfMonth(date),
};

/** Where a key leads from a date of the calendar; null where it leads nowhere. */
export const dateByKey = (key: string, date: string): string | null => steps[key]?.(date) ?? null;
