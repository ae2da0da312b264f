import { LRUCache } from 'lru-cache';
import { dateOfDay, daysOfMonth, daysOfYear } from '../../../core/shift.ts';
import { type ReadContext, seriesOf, UNSETTLED_DAYS } from '../../../historian/index.ts';
import type { Unit } from '../../../plantModel/index.ts';
import type { RainHistoryStore, StoredNormal } from './historyStore.ts';

export type RainDay = { day: number; mm: number; source: string };

/** What is known of the rain at a gauge: finished days in order, gaps left out, and normals of the months. */
export type RainRecord = { days: readonly RainDay[]; normals: readonly StoredNormal[] };

/** A measured day counts from here on; below it the history may know better. */
const COMPLETE = 0.9;
/** Readings are kept for ten years; some are brought along. */
const LONGEST_DAYS = 9200;
const DAYS_PER_STEP = 1000;
const MOST_KEPT = 16;
const MEASURED = 'gauge';

type Kept = { unit: Unit; tag: string; before: RainDay[]; later: RainDay[]; normals: StoredNormal[] };

/** Records of gauges; what is older than two days is kept until a reading or the history changes. */
export class RainRecords {
  readonly #store: RainHistoryStore;
  readonly #kept = new LRUCache<string, Kept>({ max: MOST_KEPT });

  constructor(store: RainHistoryStore) {
    this.#store = store;
  }

  /** Days that the gauge measured, and where it did not those that were brought along; the running day is left out. */
  async of(unit: Unit, source: ReadContext): Promise<RainRecord> {
    const today = source.calendar.dayOfSlot(source.nowSlot);
    const settled = today - UNSETTLED_DAYS;
    const { before, later, normals } = await this.#settled(unit, source, settled);
    const recent = await measuredDays(unit, source, settled, today - 1);
    const days = [...before, ...merged([...later.filter(({ day }) => day < today), ...recent])];
    return { days, normals };
  }

  async #settled(unit: Unit, source: ReadContext, settled: number): Promise<Kept> {
    const { industryId, id } = unit;
    const stored = await this.#store.revision(industryId);
    const revision = source.reader.revision(
      seriesOf(unit, 'rain') ? unit.series.map((one) => one.id) : [],
      settled - LONGEST_DAYS,
      settled - 1,
    );
    const tag = `${stored} ${revision} ${settled}`;
    const known = this.#kept.get(`${industryId} ${id}`);
    if (known?.tag === tag && known.unit === unit) return known;
    const gauge = { industryId, unitId: id };
    const history = await this.#store.days(gauge, source.pace);
    const measured = await measuredDays(unit, source, settled - LONGEST_DAYS, settled - 1);
    await source.pace.turn();
    const later = history.filter(({ day }) => day >= settled);
    const before = merged([...history.filter(({ day }) => day < settled), ...measured]);
    const found = { unit, tag, before, later, normals: await this.#store.normals(gauge) };
    this.#kept.set(`${industryId} ${id}`, found);
    return found;
  }
}

/** Days in order; of two for one day the later in the list. */
const merged = (days: readonly RainDay[]): RainDay[] =>
  [...new Map(days.map((one) => [one.day, one])).values()].sort((a, b) => a.day - b.day);

const measuredDays = async (unit: Unit, { reader, pace }: ReadContext, fromDay: number, toDay: number): Promise<RainDay[]> => {
  const series = seriesOf(unit, 'rain');
  const found: RainDay[] = [];
  for (let from = Math.max(0, fromDay); series && from <= toDay; from += DAYS_PER_STEP) {
    await pace.turn();
    for (const { day, sum, complete, expected } of reader.dayTotals([series.id], from, Math.min(toDay, from + DAYS_PER_STEP - 1)))
      if (sum !== null && complete >= COMPLETE * expected) found.push({ day, mm: Math.max(0, sum), source: MEASURED });
  }
  return found;
};

/** Days by their source, the most first: `gauge 412 days, csv 3650 days`. */
export const sourceCounts = ({ days }: Pick<RainRecord, 'days'>): string =>
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
