import { dateOfDay } from '../../../core/shift.ts';
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
export const MEASURED = 'gauge';

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

/** Whole months since year 0 that are known to nine tenths at least, with their rain. */
export const wholeMonths = (days: readonly RainDay[]): { year: number; month: number; mm: number; days: readonly RainDay[] }[] =>
  [...Map.groupBy(days, ({ day }) => dateOfDay(day).slice(0, 7))].flatMap(([date, of]) => {
    const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5))];
    const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
    if (of.length < COMPLETE * length) return [];
    return [{ year, month, mm: of.reduce((sum, { mm }) => sum + mm, 0), days: of }];
  });

/** Rain of every calendar year, and the part of its days that is known; a running year's days to come are not expected. */
export const yearsOf = (
  days: readonly RainDay[],
  today: number,
): { year: number; mm: number; known: number; expected: number }[] =>
  [...Map.groupBy(days, ({ day }) => Number(dateOfDay(day).slice(0, 4)))].map(([year, of]) => {
    const first = Date.UTC(year, 0, 1) / 86_400_000;
    const next = Date.UTC(year + 1, 0, 1) / 86_400_000;
    return { year, mm: of.reduce((sum, { mm }) => sum + mm, 0), known: of.length, expected: Math.min(next, today) - first };
  });

/** Years that are over and of which nine tenths of the days are known. */
export const wholeYears = (days: readonly RainDay[], today: number): ReturnType<typeof yearsOf> =>
  yearsOf(days, today).filter(({ known, expected }) => expected >= 365 && known >= COMPLETE * expected);
