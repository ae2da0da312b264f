import { lastUsed } from '../../core/lastUsed.ts';
import { daysOf, monthOfDay } from '../../core/months.ts';
import type { Figures } from './knownFigures.ts';
import type { DaysTotal, DayTotal, MonthTotal } from './reader.ts';

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

/** Adds a day to the months of its series, which are in order. */
export const addToMonths = (months: MonthTotal[], day: DayTotal): void => {
  const month = monthOfDay(day.day);
  const at = months.findIndex((one) => one.month >= month);
  const known = months[at]?.month === month ? months[at] : undefined;
  const total = addDays([...(known ? [known] : []), day]);
  if (total) months.splice(at < 0 ? months.length : at, known ? 1 : 0, { ...total, month });
};

/** Where the months of a series and year are kept beyond a start. */
export type KeptYears = {
  /** Years [fromYear, toYear], looked up now. */
  of(seriesId: number, fromYear: number, toYear: number): (year: number) => Figures | undefined;
  keep(seriesId: number, year: number, months: Figures): void;
};

type MonthParts = {
  /** Closed days [fromDay, toDay] together; undefined where there are none. */
  daysTotal(seriesId: number, fromDay: number, toDay: number): DaysTotal | undefined;
  /** What is stored now, by month: grows with every closed day of the industry that is stored or changed. */
  monthRevisions(industryId: string): ReadonlyMap<number, number>;
  /** Whether a total of these days was found damaged: it was left out, and will not always be. */
  hasDamagedTotal(seriesId: number, fromDay: number, toDay: number): boolean;
};

const fields = ['sum', 'min', 'max', 'avg', 'last', 'complete', 'estimated', 'weight'] as const;
/** Of each month its revision, whether it has a closed day, and its fields. */
const PER_MONTH = 2 + fields.length;
const MONTHS = 12;
/** About one KiB each; of 1,000 series five years are 5,000. */
const MOST_YEARS = 8000;

const yearOf = (month: number): number => Math.floor(month / MONTHS);
/** Years up to 4,095. */
const keyOf = (seriesId: number, year: number): number => seriesId * 4096 + year;

/**
 * The closed days of whole months, added up once for each state of the month's days: one that was stored or changed since, by this
 * process or another, is added up anew.
 */
export class MonthTotals {
  readonly #parts: MonthParts;
  readonly #kept: KeptYears | undefined;
  /** By series and year: numbers of twelve months, NaN for null and for what is not known. */
  readonly #years = lastUsed<number, Float64Array>(MOST_YEARS);

  constructor(parts: MonthParts, kept?: KeptYears) {
    this.#parts = parts;
    this.#kept = kept;
  }

  /** What is stored now of an industry, for questions about many of its series. */
  revisions(industryId: string): ReadonlyMap<number, number> {
    return this.#parts.monthRevisions(industryId);
  }

  /**
   * Months [fromMonth, toMonth] in order, without those that have no closed day.
   * @param revisions read before; what was stored since is added up anew next time.
   */
  of(
    { id: seriesId, industryId }: { id: number; industryId: string },
    fromMonth: number,
    toMonth: number,
    revisions = this.revisions(industryId),
  ): MonthTotal[] {
    const changed = new Map<number, number>();
    const months: MonthTotal[] = [];
    this.#recall(seriesId, yearOf(fromMonth), yearOf(toMonth));
    for (let month = fromMonth; month <= toMonth; month += 1) {
      const revision = revisions.get(month) ?? 0;
      const year = this.#year(seriesId, yearOf(month));
      const at = (month % MONTHS) * PER_MONTH;
      if (year[at] !== revision) {
        this.#put(year, at, revision, this.#addUp(seriesId, month));
        changed.set(month, revision);
      }
      if (year[at + 1] === 1) months.push(totalAt(year, at, seriesId, month));
    }
    if (changed.size === 0) return months;
    const now = this.#parts.monthRevisions(industryId);
    // of days that another process stored meanwhile it may be of before or after
    for (const [month, revision] of changed)
      if ((now.get(month) ?? 0) !== revision) this.#year(seriesId, yearOf(month))[(month % MONTHS) * PER_MONTH] = Number.NaN;
    for (const year of new Set([...changed.keys()].map(yearOf))) this.#keep(seriesId, year);
    return months;
  }

  /** Years that are not in memory, looked up together: after a start each of them would be a question of its own. */
  #recall(seriesId: number, fromYear: number, toYear: number): void {
    let kept: ReturnType<KeptYears['of']> | undefined;
    for (let year = fromYear; year <= toYear; year += 1) {
      if (this.#years.get(keyOf(seriesId, year))) continue;
      kept ??= this.#kept?.of(seriesId, year, toYear);
      this.#remember(seriesId, year, kept?.(year));
    }
  }

  #remember(seriesId: number, year: number, kept: Figures | undefined): Float64Array {
    const made = new Float64Array(MONTHS * PER_MONTH).fill(Number.NaN);
    if (kept?.length === made.length) for (const [at, value] of kept.entries()) made[at] = value ?? Number.NaN;
    this.#years.set(keyOf(seriesId, year), made);
    return made;
  }

  #year(seriesId: number, year: number): Float64Array {
    return this.#years.get(keyOf(seriesId, year)) ?? this.#remember(seriesId, year, this.#kept?.of(seriesId, year, year)(year));
  }

  #addUp(seriesId: number, month: number): DaysTotal | undefined {
    const { fromDay, toDay } = daysOf(month);
    return this.#parts.daysTotal(seriesId, fromDay, toDay);
  }

  #put(year: Float64Array, at: number, revision: number, total: DaysTotal | undefined): void {
    year[at] = revision;
    year[at + 1] = total ? 1 : 0;
    for (const [index, field] of fields.entries()) year[at + 2 + index] = total?.[field] ?? Number.NaN;
  }

  #keep(seriesId: number, year: number): void {
    const known = this.#years.peek(keyOf(seriesId, year));
    const [from, to] = [daysOf(year * MONTHS).fromDay, daysOf(year * MONTHS + MONTHS - 1).toDay];
    if (!this.#kept || !known || this.#parts.hasDamagedTotal(seriesId, from, to)) return;
    this.#kept.keep(
      seriesId,
      year,
      Array.from(known, (value) => (Number.isNaN(value) ? null : value)),
    );
  }
}

const totalAt = (year: Float64Array, at: number, seriesId: number, month: number): MonthTotal => {
  const known = (field: number): number | null => {
    const value = year[at + 2 + field] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  };
  return {
    seriesId,
    sum: known(0),
    min: known(1),
    max: known(2),
    avg: known(3),
    last: known(4),
    complete: known(5) ?? 0,
    estimated: known(6) ?? 0,
    weight: known(7) ?? 0,
    month,
  };
};
