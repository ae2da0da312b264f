import { LRUCache } from 'lru-cache';
import { daysOf, monthOfDay } from '../../core/months.ts';
import type { DaysTotal, MonthTotal } from './reader.ts';

/** About 150 bytes each; of 1,000 series a year is 12,000. */
const MOST_KNOWN = 40_000;

/** Stretches of days one after the other as one; undefined of none. */
export const addDays = (parts: readonly DaysTotal[]): DaysTotal | undefined => {
  const [first] = parts;
  if (!first) return undefined;
  let [weight, weighted] = [0, 0];
  const total: DaysTotal = {
    seriesId: first.seriesId,
    sum: null,
    min: null,
    max: null,
    avg: null,
    last: null,
    complete: 0,
    estimated: 0,
  };
  for (const part of parts) {
    if (part.sum !== null) total.sum = (total.sum ?? 0) + part.sum;
    if (part.min !== null) total.min = Math.min(total.min ?? part.min, part.min);
    if (part.max !== null) total.max = Math.max(total.max ?? part.max, part.max);
    if (part.avg !== null) {
      const own = part.weight ?? Math.max(1, part.complete);
      weight += own;
      weighted += part.avg * own;
    }
    total.last = part.last ?? total.last;
    total.complete += part.complete;
    total.estimated += part.estimated;
  }
  return { ...total, avg: weight > 0 ? weighted / weight : null, weight };
};

type MonthParts = {
  /** Closed days [fromDay, toDay] together; undefined where there are none. */
  daysTotal(seriesId: number, fromDay: number, toDay: number): DaysTotal | undefined;
  /** The oldest closed day of a series. */
  firstDay(seriesId: number): number | undefined;
};

/**
 * The closed days of whole months, added up once and remembered until one of them changes. A process that also stores days
 * must call `forget` for each; one that cannot know of changes must not use this cache.
 */
export class MonthTotals {
  readonly #parts: MonthParts;
  /** By series; what was before it costs nothing to know. */
  readonly #firstMonth = new Map<number, number>();
  /** In an object, for a month without closed days is known too. */
  readonly #known = new LRUCache<number, { total: MonthTotal | undefined }>({ max: MOST_KNOWN });

  constructor(parts: MonthParts) {
    this.#parts = parts;
  }

  /** Undefined where the month has no closed day. */
  of(seriesId: number, month: number): MonthTotal | undefined {
    if (month < this.#firstMonthOf(seriesId)) return undefined;
    const key = keyOf(seriesId, month);
    const known = this.#known.get(key);
    if (known) return known.total;
    const { fromDay, toDay } = daysOf(month);
    const found = this.#parts.daysTotal(seriesId, fromDay, toDay);
    const total = found && { ...found, month };
    this.#known.set(key, { total });
    return total;
  }

  forget(seriesId: number, day: number): void {
    const month = monthOfDay(day);
    this.#known.delete(keyOf(seriesId, month));
    if (month < this.#firstMonthOf(seriesId)) this.#firstMonth.delete(seriesId);
  }

  #firstMonthOf(seriesId: number): number {
    const known = this.#firstMonth.get(seriesId);
    if (known !== undefined) return known;
    const day = this.#parts.firstDay(seriesId);
    const month = day === undefined ? Number.POSITIVE_INFINITY : monthOfDay(day);
    this.#firstMonth.set(seriesId, month);
    return month;
  }
}

/** Months are counted from year 0: 65,536 of them are 5,461 years. */
const keyOf = (seriesId: number, month: number): number => seriesId * 65_536 + month;
