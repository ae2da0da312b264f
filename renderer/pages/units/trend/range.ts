import { DAY_MS, SLOT_MS } from '../../../../server/contract/model/common.ts';
import { addDays, addMonths, lastOfMonth, longDate, monthOf, shortDate, toDmy } from '../../../text/times.ts';
import type { RangeKey, StepKey, UnitSearch } from '../search.ts';

/** A stretch of shift days, or of 24 hours up to now. */
export type Range = {
  key: RangeKey;
  /** First and last shift day, YYYY-MM-DD; of 24 hours the days they are on. */
  first: string;
  last: string;
  /** As the API is asked. */
  query: { date1: string; date2: string } | { from: string; to: string };
  /** Still running. */
  open: boolean;
};

export const daysIn = ({ first, last }: Pick<Range, 'first' | 'last'>): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;

const days = (key: RangeKey, first: string, last: string, today: string): Range => ({
  key,
  first,
  last,
  query: { date1: toDmy(first), date2: toDmy(last) },
  open: last >= today,
});

const hours24 = (nowMs: number, today: string): Range => {
  const toMs = (Math.floor(nowMs / SLOT_MS) + 1) * SLOT_MS;
  const iso = (ms: number): string => new Date(ms).toISOString();
  return { key: 'h24', first: addDays(today, -1), last: today, query: { from: iso(toMs - DAY_MS), to: iso(toMs) }, open: true };
};

/** The range that an address asks for; one in the future is the running one. */
export const rangeOf = (search: UnitSearch, today: string, nowMs: number): Range => {
  const key = search.range ?? 'shift';
  const date = search.date === undefined || search.date > today ? today : search.date;
  if (key === 'h24') return hours24(nowMs, today);
  if (key === 'week') return days(key, addDays(date, -6), date, today);
  if (key === 'month') return days(key, `${date.slice(0, 8)}01`, lastOfMonth(date), today);
  if (key === 'year') return days(key, `${date.slice(0, 4)}-01-01`, `${date.slice(0, 4)}-12-31`, today);
  if (key === 'own') {
    const since = search.since ?? addDays(date, -13);
    return days(key, since > date ? date : since, date, today);
  }
  return days(key, date, date, today);
};

/** The last day of the range before or after; null where there is none. */
export const stepped = (range: Range, by: 1 | -1, today: string): { date: string; since?: string } | null => {
  const { key, first, last } = range;
  if (key === 'h24' || (by === 1 && range.open)) return null;
  if (key === 'month') return { date: addMonths(first, by) };
  if (key === 'year') return { date: addMonths(first, 12 * by) };
  const length = by * daysIn(range);
  const date = addDays(last, length) > today ? today : addDays(last, length);
  return key === 'own' ? { date, since: addDays(date, 1 - daysIn(range)) } : { date };
};

/** The like range that it is compared with: the same weekdays before, the month or the year before. */
export const comparedRange = (range: Range, compare: string | undefined, today: string): Range | null => {
  if (compare === 'none') return null;
  const { key, first, last } = range;
  if (key === 'month') return days(key, addMonths(first, -1), lastOfMonth(addMonths(first, -1)), today);
  if (key === 'year') return days(key, addMonths(first, -12), addMonths(last, -12), today);
  const length = daysIn(range);
  const weeks = 7 * Math.ceil((key === 'h24' ? 1 : length) / 7);
  if (key === 'h24' && 'from' in range.query) {
    const back = (compare === 'day' ? 1 : weeks) * DAY_MS;
    const earlier = (time: string): string => new Date(Date.parse(time) - back).toISOString();
    const query = { from: earlier(range.query.from), to: earlier(range.query.to) };
    return { ...range, first: addDays(first, -back / DAY_MS), last: addDays(last, -back / DAY_MS), query, open: false };
  }
  const end = compare === undefined ? addDays(last, -weeks) : compare === 'day' ? addDays(last, -1) : compare;
  return days(key, addDays(end, 1 - length), end, today);
};

/** What a range is called. */
export const nameOf = ({ key, first, last }: Pick<Range, 'key' | 'first' | 'last'>): string => {
  if (key === 'month') return monthOf(first);
  if (key === 'year') return first.slice(0, 4);
  return first === last ? longDate(first) : `${shortDate(first)} – ${longDate(last)}`;
};

/** The steps in which a range can be looked at. */
export const stepsFor = (range: Range): StepKey[] => {
  const length = daysIn(range);
  return ['slot', ...(length <= 92 ? (['hour'] as const) : []), ...(length > 2 && range.key !== 'h24' ? (['day'] as const) : [])];
};

/** Amounts are looked at by what a range has some dozens of, courses as finely as they were measured. */
export const defaultStep = (range: Range, isAmount: boolean): StepKey => {
  const length = range.key === 'h24' ? 1 : daysIn(range);
  if (length > 92) return 'day';
  if (isAmount) return length <= 2 ? 'slot' : length <= 7 ? 'hour' : 'day';
  return length <= 10 ? 'slot' : 'hour';
};

/** What the address of a range leaves to the clock: a range of 24 hours is a stretch of two shift days. */
export const pinsOf = ({ key, first, last, query }: Range, zoom: UnitSearch['zoom'], today: string): Record<string, string> => {
  const date = last > today ? today : last;
  if (key !== 'h24' || !('from' in query)) return { date };
  const stretch = zoom ?? [query.from, query.to].map((time) => Date.parse(time) / 1000);
  return { range: 'own', since: first, date, zoom: JSON.stringify(stretch) };
};
