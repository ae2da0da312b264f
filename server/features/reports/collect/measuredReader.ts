import type { ShiftCalendar } from '../../../core/shift.ts';
import {
  addDays,
  type CounterEvent,
  type DayTotal,
  daysOf,
  type LatestValue,
  type MonthTotal,
  type ReadingReader,
  type SlotRun,
  tallySlots,
} from '../../../historian/index.ts';
import type { SeriesInfo } from '../../../plantModel/index.ts';
import { totalOfTally } from './tallyTotal.ts';

export type MeasuredParts = {
  reader: ReadingReader;
  /** Of the shift days that totals are kept by. */
  calendars: { of(industryId: string): ShiftCalendar };
  seriesOf(seriesId: number): SeriesInfo | undefined;
  nowSlot: number;
};

/** Estimates may come to nothing: then a total alone does not show that there are any. */
const isMeasured = ({ estimated, complete }: Pick<DayTotal, 'estimated' | 'complete'>): boolean =>
  estimated === 0 && complete > 0;

/** Readings without volumes that were estimated (F): such a slot is one that is missing. */
export class MeasuredReader implements ReadingReader {
  readonly #parts: MeasuredParts;

  constructor(parts: MeasuredParts) {
    this.#parts = parts;
  }

  slots(seriesId: number, fromSlot: number, toSlot: number): SlotRun {
    const run = this.#parts.reader.slots(seriesId, fromSlot, toSlot);
    if (!run.quality.includes('F')) return run;
    return {
      fromSlot: run.fromSlot,
      values: run.values.map((value, at) => (run.quality[at] === 'F' ? 0 : value)),
      quality: run.quality.replaceAll('F', 'M'),
    };
  }

  dayTotals(seriesIds: readonly number[], fromDay: number, toDay: number): DayTotal[] {
    return this.#parts.reader
      .dayTotals(seriesIds, fromDay, toDay)
      .map((total) => (isMeasured(total) ? total : this.#measured(total)));
  }

  monthTotals(seriesIds: readonly number[], fromMonth: number, toMonth: number): MonthTotal[] {
    return this.#parts.reader.monthTotals(seriesIds, fromMonth, toMonth).flatMap((total) => {
      if (isMeasured(total)) return [total];
      const { fromDay, toDay } = daysOf(total.month);
      const measured = addDays(this.dayTotals([total.seriesId], fromDay, toDay));
      return measured ? [{ ...measured, month: total.month }] : [];
    });
  }

  counterEvents(seriesIds: readonly number[], fromSlot: number, toSlot: number): CounterEvent[] {
    return this.#parts.reader.counterEvents(seriesIds, fromSlot, toSlot);
  }

  latest(seriesId: number): LatestValue | undefined {
    return this.#parts.reader.latest(seriesId);
  }

  revision(seriesIds: readonly number[], fromDay: number, toDay: number): string {
    return this.#parts.reader.revision(seriesIds, fromDay, toDay);
  }

  /** A day with estimates, added up again without them. */
  #measured(total: DayTotal): DayTotal {
    const { calendars, seriesOf, nowSlot } = this.#parts;
    const series = seriesOf(total.seriesId);
    if (!series) return total;
    const { firstSlot, slots } = calendars.of(series.industryId).windowOfDay(total.day);
    const run = this.slots(total.seriesId, firstSlot, firstSlot + slots);
    const tally = tallySlots(run, firstSlot, firstSlot + slots, nowSlot);
    return { ...total, ...totalOfTally(tally, series.kind), estimated: 0 };
  }
}
