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

export type MidnightParts = {
  reader: ReadingReader;
  calendar: ShiftCalendar;
  seriesOf(seriesId: number): SeriesInfo | undefined;
  nowSlot: number;
};

/** Days that do not begin with the shift, added up from slots: what is stored by day is of shift days. */
export class MidnightReader implements ReadingReader {
  readonly #parts: MidnightParts;

  constructor(parts: MidnightParts) {
    this.#parts = parts;
  }

  slots(seriesId: number, fromSlot: number, toSlot: number): SlotRun {
    return this.#parts.reader.slots(seriesId, fromSlot, toSlot);
  }

  dayTotals(seriesIds: readonly number[], fromDay: number, toDay: number): DayTotal[] {
    const days: DayTotal[] = [];
    for (const id of seriesIds)
      for (let day = fromDay; day <= toDay; day += 1) {
        const total = this.#dayTotal(id, day);
        if (total) days.push(total);
      }
    return days;
  }

  monthTotals(seriesIds: readonly number[], fromMonth: number, toMonth: number): MonthTotal[] {
    const months: MonthTotal[] = [];
    for (const id of seriesIds)
      for (let month = fromMonth; month <= toMonth; month += 1) {
        const { fromDay, toDay } = daysOf(month);
        const total = addDays(this.dayTotals([id], fromDay, toDay));
        if (total) months.push({ ...total, month });
      }
    return months;
  }

  counterEvents(seriesIds: readonly number[], fromSlot: number, toSlot: number): CounterEvent[] {
    return this.#parts.reader.counterEvents(seriesIds, fromSlot, toSlot);
  }

  latest(seriesId: number): LatestValue | undefined {
    return this.#parts.reader.latest(seriesId);
  }

  revision(seriesIds: readonly number[], fromDay: number, toDay: number): string {
    return this.#parts.reader.revision(seriesIds, fromDay - 1, toDay + 1);
  }

  /** Displays are kept at the starts of shift days only. */
  #dayTotal(seriesId: number, day: number): DayTotal | undefined {
    const { reader, calendar, nowSlot, seriesOf } = this.#parts;
    const { firstSlot, slots } = calendar.windowOfDay(day);
    if (firstSlot >= nowSlot) return undefined;
    const tally = tallySlots(reader.slots(seriesId, firstSlot, firstSlot + slots), firstSlot, firstSlot + slots, nowSlot);
    if (tally.known === 0) return undefined;
    const { expected, complete, estimated } = tally;
    return {
      seriesId,
      day,
      revision: 0,
      ...totalOfTally(tally, seriesOf(seriesId)?.kind),
      expected,
      complete,
      estimated,
      counterOpen: null,
      counterClose: null,
    };
  }
}
