import { dateOfDay, daysOfMonth, daysOfYear } from '../../../core/shift.ts';
import type { Source } from '../../readings/gather.ts';
import { seriesOf } from '../../readings/mainSeries.ts';
import type { Unit } from '../../units/model.ts';
import type { RainHistoryStore, StoredNormal } from './historyStore.ts';

export type RainDay = { day: number; mm: number; source: string };

/** What is known of the rain at a gauge: finished days in order, gaps left out, and normals of the months. */
export type RainRecord = { days: readonly RainDay[]; normals: readonly StoredNormal[] };

/** A measured day counts from here on; below it the history may know better. */
const COMPLETE = 0.9;
/** Readings are kept for ten years; some are brought along. */
const LONGEST_DAYS = 9200;
const DAYS_PER_STEP = 1000;
const MEASURED = 'gauge';

/** Days that the gauge measured, and where it did not those that were brought along; the running day is left out. */
export const readRecord = async (unit: Unit, source: Source, store: RainHistoryStore): Promise<RainRecord> => {
  const gauge = { industryId: unit.industryId, unitId: unit.id };
  const known = new Map<number, RainDay>((await store.days(gauge)).map((one) => [one.day, one]));
  const series = seriesOf(unit, 'rain');
  const today = source.calendar.dayOfSlot(source.nowSlot);
  for (let from = Math.max(0, today - LONGEST_DAYS); series && from < today; from += DAYS_PER_STEP) {
    await source.pace.turn();
    for (const { day, sum, complete, expected } of source.reader.dayTotals(
      [series.id],
      from,
      Math.min(today, from + DAYS_PER_STEP) - 1,
    ))
      if (sum !== null && complete >= COMPLETE * expected) known.set(day, { day, mm: Math.max(0, sum), source: MEASURED });
  }
  await source.pace.turn();
  return { days: [...known.values()].sort((a, b) => a.day - b.day), normals: await store.normals(gauge) };
};

/** Days by their source, the most first: `gauge 412 days, csv 3650 days`. */
export const sourcesOf = ({ days }: Pick<RainRecord, 'days'>): string =>
  [...Map.groupBy(days, ({ source }) => source)]
    .map(([source, of]) => ({ source, count: of.length }))
    .sort((a, b) => b.count - a.count)
    .map(({ source, count }) => `${source} ${count} days`)
    .join(', ');

type Month = { year: number; month: number; length: number; mm: number; days: RainDay[] };

/** Days of a record month by month, in order. */
const monthsOf = (days: readonly RainDay[]): Month[] => {
  const months: Month[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const one of days) {
    if (one.day > last) {
      const date = dateOfDay(one.day).slice(0, 7);
      const { fromDay, toDay } = daysOfMonth(date);
      last = toDay;
      months.push({ year: Number(date.slice(0, 4)), month: Number(date.slice(5)), length: toDay - fromDay + 1, mm: 0, days: [] });
    }
    const month = months.at(-1);
    if (!month) continue;
    month.mm += one.mm;
    month.days.push(one);
  }
  return months;
};

/** Months that are known to nine tenths at least, with their rain; `month` 1 for January. */
export const wholeMonths = (days: readonly RainDay[]): Month[] =>
  monthsOf(days).filter(({ days: known, length }) => known.length >= COMPLETE * length);

/** Rain of every calendar year, and the part of its days that is known; a running year's days to come are not expected. */
export const yearsOf = (
  days: readonly RainDay[],
  today: number,
): { year: number; mm: number; known: number; expected: number }[] =>
  [...Map.groupBy(monthsOf(days), ({ year }) => year)].map(([year, months]) => {
    const { fromDay, toDay } = daysOfYear(year);
    return {
      year,
      mm: months.reduce((sum, { mm }) => sum + mm, 0),
      known: months.reduce((sum, month) => sum + month.days.length, 0),
      expected: Math.min(toDay + 1, today) - fromDay,
    };
  });

/** Years that are over and of which nine tenths of the days are known. */
export const wholeYears = (days: readonly RainDay[], today: number): ReturnType<typeof yearsOf> =>
  yearsOf(days, today).filter(({ year, known, expected }) => today > daysOfYear(year).toDay && known >= COMPLETE * expected);
