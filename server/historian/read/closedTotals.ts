import { lastUsed } from '../../core/lastUsed.ts';
import { daysOf, monthOfDay } from '../../core/months.ts';
import { PER_DAY, packTotals, totalAt } from './dayNumbers.ts';
import type { DayTotal } from './reader.ts';
import type { WideTotals } from './wideTotals.ts';

type TotalParts = {
  /** Ordered by series and day. */
  dayTotals(seriesIds: readonly number[], fromDay: number, toDay: number): DayTotal[];
  /** What is stored now, by month: grows with every closed day of the industry that is stored or changed. */
  monthRevisions(industryId: string): ReadonlyMap<number, number>;
  /** Whether a total of these days was found damaged: it was left out, and will not always be. */
  hasDamagedTotal(seriesId: number, fromDay: number, toDay: number): boolean;
};

/** Three KiB each; questions about many series have theirs by day. */
const MOST_MONTHS = 800;
/** A shorter stretch is read by itself: a whole month of it would be read for little. */
const LEAST_DAYS = 10;
/** A longer one is of exports and reports. */
const MOST_DAYS = 62;
/** Of more series a day is read of all of them. */
const FEW_SERIES = 10;

/** Twelve months a year up to the year 10,000. */
const keyOf = (seriesId: number, month: number): number => seriesId * 131_072 + month;

type Month = { revision: number; totals: Float64Array };

/** Totals of closed days as they were read last, by month: a month is read anew once any of its days was stored or changed. */
export class ClosedTotals {
  readonly #parts: TotalParts;
  readonly #wide: Pick<WideTotals, 'of'> | undefined;
  readonly #months = lastUsed<number, Month>(MOST_MONTHS);

  /** @param wide absent where no totals are kept beyond a start. */
  constructor(parts: TotalParts, wide?: Pick<WideTotals, 'of'>) {
    this.#parts = parts;
    this.#wide = wide;
  }

  /** Days [fromDay, toDay] of series of one industry, ordered by series and day. */
  of(industryId: string, seriesIds: readonly number[], fromDay: number, toDay: number): DayTotal[] {
    const days = toDay - fromDay + 1;
    const isShort = days < LEAST_DAYS;
    const isOfFew = seriesIds.length <= FEW_SERIES;
    if (days > MOST_DAYS || (isShort && isOfFew)) return this.#parts.dayTotals(seriesIds, fromDay, toDay);
    const ids = [...new Set(seriesIds)].sort((a, b) => a - b);
    const wide = isOfFew ? undefined : this.#wide?.of(industryId, ids, fromDay, toDay);
    if (wide) return wide;
    if (isShort) return this.#parts.dayTotals(seriesIds, fromDay, toDay);
    const revisions = this.#parts.monthRevisions(industryId);
    const months: Map<number, Float64Array>[] = [];
    for (let month = monthOfDay(fromDay); month <= monthOfDay(toDay); month += 1)
      months.push(this.#month(ids, month, revisions.get(month) ?? 0));
    const totals: DayTotal[] = [];
    for (const id of ids)
      for (const month of months) {
        const numbers = month.get(id) ?? new Float64Array();
        for (let at = 0; at < numbers.length; at += PER_DAY) {
          const day = numbers[at] ?? 0;
          if (day >= fromDay && day <= toDay) totals.push(totalAt({ seriesId: id, day }, numbers, at));
        }
      }
    return totals;
  }

  /** @param revision read before the days, so that what is stored meanwhile is read again next time. */
  #month(ids: readonly number[], month: number, revision: number): Map<number, Float64Array> {
    const found = new Map<number, Float64Array>();
    for (const id of ids) {
      const known = this.#months.get(keyOf(id, month));
      if (known?.revision === revision) found.set(id, known.totals);
    }
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length === 0) return found;
    const { fromDay, toDay } = daysOf(month);
    const rows = Map.groupBy(this.#parts.dayTotals(missing, fromDay, toDay), ({ seriesId }) => seriesId);
    for (const id of missing) {
      const totals = packTotals(rows.get(id) ?? [], ({ day }) => day);
      found.set(id, totals);
      if (!this.#parts.hasDamagedTotal(id, fromDay, toDay)) this.#months.set(keyOf(id, month), { revision, totals });
    }
    return found;
  }
}
