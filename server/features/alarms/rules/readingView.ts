import { dateOfDay, type ShiftCalendar } from '../../../core/shift.ts';
import { code, isComplete, isCounted, MINUTES_PER_DAY, SLOT_MS, type SlotBlock } from '../../../core/slots.ts';
import { MINUTE_MS } from '../../../core/time.ts';
import { zoneOffsetMs } from '../../../core/zoneOffset.ts';
import type { CounterEvent, ReadingReader } from '../../../historian/index.ts';
import { EVENT_SLOTS, type ShiftDay, type SlotView } from './model.ts';

const WEEK_DAYS = 7;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;
/** Days of totals fetched at once: a month and a little. */
const TOTAL_DAYS = 36;

type Day = Pick<SlotBlock, 'firstSlot' | 'values' | 'quality'>;

/** Source of slots: a day of a series in memory, if it is there; else stored runs. */
export type SlotSource = Pick<ReadingReader, 'slots' | 'dayTotals' | 'counterEvents'> & {
  inMemory?(seriesId: number, day: number): Day | undefined;
};

/** A source that caches every day it returned: for repeated reads of the same days, and short-lived. */
export const keepingDays = (source: SlotSource, calendar: ShiftCalendar): SlotSource => {
  const kept = new Map<string, Day>();
  return {
    slots: (...asked) => source.slots(...asked),
    dayTotals: (...asked) => source.dayTotals(...asked),
    counterEvents: (...asked) => source.counterEvents(...asked),
    inMemory: (seriesId, number) => {
      const key = `${seriesId} ${number}`;
      const day = kept.get(key) ?? source.inMemory?.(seriesId, number) ?? storedDay(source, calendar, seriesId, number);
      kept.set(key, day);
      return day;
    },
  };
};

const storedDay = (source: SlotSource, calendar: ShiftCalendar, seriesId: number, day: number): Day => {
  const { firstSlot, slots } = calendar.windowOfDay(day);
  const { values, quality } = source.slots(seriesId, firstSlot, firstSlot + slots);
  return { firstSlot, values, quality: Buffer.from(quality, 'latin1') };
};

/** Sums of closed days by series, kept between slots; call `forget` for a day that changed. */
export class DaySums {
  readonly #bySeries = new Map<number, Map<number, number | null>>();
  /** Days with a sum of which something is missing or estimated. */
  readonly #broken = new Map<number, Set<number>>();

  forget(seriesIds: readonly number[]): void {
    for (const id of seriesIds) this.#bySeries.delete(id);
  }

  clear(): void {
    this.#bySeries.clear();
  }

  of(reader: Pick<ReadingReader, 'dayTotals'>, seriesId: number, day: number): number | null {
    const days = this.#bySeries.get(seriesId) ?? new Map<number, number | null>();
    this.#bySeries.set(seriesId, days);
    const found = days.get(day);
    if (found !== undefined) return found;
    const fromDay = day - TOTAL_DAYS + 1;
    const totals = reader.dayTotals([seriesId], fromDay, day);
    for (let one = fromDay; one <= day; one += 1) days.set(one, null);
    const broken = this.#broken.get(seriesId) ?? new Set<number>();
    this.#broken.set(seriesId, broken);
    for (const total of totals) {
      days.set(total.day, total.sum);
      if (total.complete < total.expected) broken.add(total.day);
      else broken.delete(total.day);
    }
    return days.get(day) ?? null;
  }

  isWhole(reader: Pick<ReadingReader, 'dayTotals'>, seriesId: number, day: number): boolean {
    return this.of(reader, seriesId, day) !== null && this.#broken.get(seriesId)?.has(day) === false;
  }
}

/** Slots as rules read them; stored days are read once for each unit. */
export class ReadingView implements SlotView {
  readonly slot: number;
  readonly today: ShiftDay;
  readonly #source: SlotSource;
  readonly #calendar: ShiftCalendar;
  readonly #sums: DaySums;
  readonly #timezone: string;
  readonly #days = new Map<number, { all: Day[]; last: Day | undefined }>();

  constructor(parts: { source: SlotSource; calendar: ShiftCalendar; sums: DaySums }, slot: number) {
    this.#source = parts.source;
    this.#calendar = parts.calendar;
    this.#sums = parts.sums;
    this.slot = slot;
    const day = this.#calendar.dayOfSlot(slot);
    const { firstSlot, slots, timezone } = this.#calendar.windowOfDay(day);
    this.#timezone = timezone;
    this.today = { day, date: dateOfDay(day), firstSlot, endSlot: firstSlot + slots };
  }

  /** Lets go of what was read of a unit: the next one has other series. */
  release(): void {
    this.#days.clear();
  }

  value(seriesId: number, slot: number): number {
    const day = this.#day(seriesId, slot);
    if (!day) return Number.NaN;
    const at = slot - day.firstSlot;
    return isCounted(day.quality[at] ?? code.M) ? (day.values[at] ?? Number.NaN) : Number.NaN;
  }

  isMeasured(seriesId: number, slot: number): boolean {
    const day = this.#day(seriesId, slot);
    return day !== undefined && isComplete(day.quality[slot - day.firstSlot] ?? code.M);
  }

  isRejected(seriesId: number, slot: number): boolean {
    const day = this.#day(seriesId, slot);
    return day !== undefined && day.quality[slot - day.firstSlot] === code.X;
  }

  daySum(seriesId: number, day: number): number | null {
    if (day > this.today.day) return null;
    if (day < this.today.day) return this.#sums.of(this.#source, seriesId, day);
    const { firstSlot, values, quality } = this.#day(seriesId, this.slot) ?? nothing;
    let [sum, known] = [0, false];
    for (let at = 0; at <= this.slot - firstSlot; at += 1) {
      if (!isCounted(quality[at] ?? code.M)) continue;
      sum += values[at] ?? 0;
      known = true;
    }
    return known ? sum : null;
  }

  isWholeDay(seriesId: number, day: number): boolean {
    return day < this.today.day && this.#sums.isWhole(this.#source, seriesId, day);
  }

  shiftDay(day: number): Pick<ShiftDay, 'firstSlot' | 'endSlot'> {
    const { firstSlot, slots } = this.#calendar.windowOfDay(day);
    return { firstSlot, endSlot: firstSlot + slots };
  }

  counterEvents(seriesId: number, slots = EVENT_SLOTS): readonly CounterEvent[] {
    return this.#source.counterEvents([seriesId], this.slot - slots + 1, this.slot + 1);
  }

  localTime(slot: number): { minute: number; weekday: number } {
    const ms = slot * SLOT_MS;
    const minutes = Math.floor((ms + zoneOffsetMs(ms, this.#timezone)) / MINUTE_MS);
    const day = Math.floor(minutes / MINUTES_PER_DAY);
    return { minute: minutes - day * MINUTES_PER_DAY, weekday: (day + FIRST_WEEKDAY) % WEEK_DAYS };
  }

  /** Nothing after the slot that is looked at. */
  #day(seriesId: number, slot: number): Day | undefined {
    if (slot > this.slot) return undefined;
    const read = this.#days.get(seriesId) ?? { all: [], last: undefined };
    if (read.last && covers(read.last, slot)) return read.last;
    if (read.all.length === 0) this.#days.set(seriesId, read);
    const day = read.all.find((one) => covers(one, slot)) ?? this.#read(seriesId, slot);
    if (!read.all.includes(day)) read.all.push(day);
    read.last = day;
    return day;
  }

  #read(seriesId: number, slot: number): Day {
    const number = slot >= this.today.firstSlot ? this.today.day : this.#calendar.dayOfSlot(slot);
    return this.#source.inMemory?.(seriesId, number) ?? storedDay(this.#source, this.#calendar, seriesId, number);
  }
}

const nothing: Day = { firstSlot: Number.POSITIVE_INFINITY, values: new Float64Array(0), quality: new Uint8Array(0) };

const covers = ({ firstSlot, values }: Day, slot: number): boolean => slot >= firstSlot && slot < firstSlot + values.length;
