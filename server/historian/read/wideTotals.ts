import { createHash } from 'node:crypto';
import { lastUsed } from '../../core/lastUsed.ts';
import { madeOfUnits, type UnitDirectory } from '../../plantModel/index.ts';
import { PER_DAY, packTotals, totalAt } from './dayNumbers.ts';
import type { DayTotal } from './reader.ts';

/** What a day of all series came to: numbers of each series that has a total, by ascending id, the id in the place of the day. */
export type WideDay = { revision: number; series: string; numbers: Float64Array };

/** Where they are kept beyond a start. */
export type KeptDays = {
  /** What is stored now: grows with every series of the day that is stored or changed. */
  revisions(industryId: string, fromDay: number, toDay: number): ReadonlyMap<number, number>;
  /** The last day of which anything is stored; null where none is. */
  newest(industryId: string): number | null;
  /** Days [fromDay, toDay] that were kept at these revisions of this list of series. */
  of(
    industryId: string,
    days: readonly [fromDay: number, toDay: number],
    revisions: ReadonlyMap<number, number>,
    series: string,
  ): ReadonlyMap<number, Float64Array>;
  keep(industryId: string, day: number, wide: WideDay): void;
};

type WideParts = {
  units: UnitDirectory;
  kept: KeptDays;
  /** Ordered by series and day. */
  dayTotals(seriesIds: readonly number[], fromDay: number, toDay: number): DayTotal[];
  /** Whether anything of this day was found damaged: it was left out, and will not always be. */
  isDamaged(day: number): boolean;
};

/** So many are read from the database at once, some 5 ms of 1,000 series; a question that lacks more is answered without them. */
const MOST_DAYS_READ = 2;
/** 100 bytes of each series: of 1,000 some 10 MB, the days of three months. */
const MOST_DAYS = 100;

/** All series of an industry, and a name for the list of them. */
const seriesOf = madeOfUnits((directory, industryId) => {
  const ids = directory.units(industryId).flatMap(({ series }) => series.map(({ id }) => id));
  ids.sort((a, b) => a - b);
  return { ids, known: new Set(ids), name: createHash('sha256').update(ids.join()).digest('base64url').slice(0, 16) };
});

/** Where a series stands, or where it would. */
const placeOf = (numbers: Float64Array, id: number): number => {
  let [from, to] = [0, numbers.length / PER_DAY];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle * PER_DAY] ?? 0) < id) from = middle + 1;
    else to = middle;
  }
  return from * PER_DAY;
};

/** Totals of closed days for questions about many series: a day of all of them is read once for each state of the day. */
export class WideTotals {
  readonly #parts: WideParts;
  readonly #days = lastUsed<string, WideDay>(MOST_DAYS);

  constructor(parts: WideParts) {
    this.#parts = parts;
  }

  /** @param ids ascending. @returns undefined where the plant does not have all of them now, or too many days are not known yet. */
  of(industryId: string, ids: readonly number[], fromDay: number, toDay: number): DayTotal[] | undefined {
    const series = seriesOf(this.#parts.units, industryId);
    if (ids.some((id) => !series.known.has(id))) return undefined;
    const newest = this.#parts.kept.newest(industryId);
    const days = newest === null ? undefined : this.#read(industryId, series, fromDay, Math.min(toDay, newest));
    if (!days) return undefined;
    const totals: DayTotal[] = [];
    for (const id of ids) {
      let place = 0;
      for (const { day, numbers } of days) {
        // nearly all days have the same series
        if (numbers[place] !== id) place = placeOf(numbers, id);
        if (numbers[place] === id) totals.push(totalAt({ seriesId: id, day }, numbers, place));
      }
    }
    return totals;
  }

  #read(
    industryId: string,
    series: { ids: readonly number[]; name: string },
    fromDay: number,
    toDay: number,
  ): { day: number; numbers: Float64Array }[] | undefined {
    // read before the days, so that what is stored meanwhile is read again next time
    const revisions = this.#parts.kept.revisions(industryId, fromDay, toDay);
    const found = new Map<number, Float64Array>();
    for (let day = fromDay; day <= toDay; day += 1) {
      const known = this.#days.get(`${industryId} ${day}`);
      if (known && known.revision === (revisions.get(day) ?? 0) && known.series === series.name) found.set(day, known.numbers);
    }
    const all = Array.from({ length: Math.max(0, toDay - fromDay + 1) }, (_, at) => fromDay + at);
    const daysOf = (): number[] => all.filter((day) => !found.has(day));
    const unknown = daysOf();
    if (unknown.length > 0) {
      const stretch = [unknown[0] ?? fromDay, unknown.at(-1) ?? toDay] as const;
      for (const [day, numbers] of this.#parts.kept.of(industryId, stretch, revisions, series.name)) {
        if (found.has(day)) continue;
        found.set(day, numbers);
        this.#days.set(`${industryId} ${day}`, { revision: revisions.get(day) ?? 0, series: series.name, numbers });
      }
    }
    const missing = daysOf().slice(-MOST_DAYS_READ);
    const isAll = found.size + missing.length === all.length;
    for (const [day, numbers] of this.#fromDatabase(industryId, series, missing, revisions)) found.set(day, numbers);
    if (!isAll) return undefined;
    return [...found].map(([day, numbers]) => ({ day, numbers })).sort((a, b) => a.day - b.day);
  }

  #fromDatabase(
    industryId: string,
    series: { ids: readonly number[]; name: string },
    days: readonly number[],
    revisions: ReadonlyMap<number, number>,
  ): Map<number, Float64Array> {
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return new Map();
    const byDay = Map.groupBy(this.#parts.dayTotals(series.ids, first, last), ({ day }) => day);
    const now = this.#parts.kept.revisions(industryId, first, last);
    return new Map(
      days.map((day) => {
        const wide: WideDay = {
          revision: revisions.get(day) ?? 0,
          series: series.name,
          numbers: packTotals(byDay.get(day) ?? [], ({ seriesId }) => seriesId),
        };
        // of a day that was stored meanwhile it may be of before or after
        if ((now.get(day) ?? 0) === wide.revision && !this.#parts.isDamaged(day)) {
          this.#days.set(`${industryId} ${day}`, wide);
          if (wide.revision > 0) this.#parts.kept.keep(industryId, day, wide);
        }
        return [day, wide.numbers];
      }),
    );
  }
}
