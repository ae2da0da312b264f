import type { Clock } from '../../core/clock.ts';
import { totalOf } from '../../core/counters/aggregate.ts';
import { daysOf, monthOfDay } from '../../core/months.ts';
import { code, emptyBlock, lastAccepted, lettersOf, type SlotBlock } from '../../core/slots.ts';
import { Calendars, type SeriesInfo, type UnitDirectory } from '../../plantModel/index.ts';
import type { ReadingStore } from '../store/readingStore.ts';
import type { DayFigures } from './dayFigures.ts';
import { addDays, MonthTotals } from './monthTotals.ts';
import type { OpenDays } from './openDays.ts';
import { nowSlotOf } from './readContext.ts';
import type { CounterEvent, DayTotal, LatestValue, MonthTotal, ReadingReader, SlotRun } from './reader.ts';

/**
 * Reads any window of any series: open days from memory where ingest runs in this process and from their rows where it does not
 * (a job process), closed days from the database.
 */
export class SlotReader implements ReadingReader {
  readonly #store: ReadingStore;
  readonly #units: UnitDirectory;
  readonly #calendars: Calendars;
  readonly #clock: Clock;
  readonly #open: OpenDays | undefined;
  readonly #bootStamp: string;
  readonly #months: MonthTotals;
  readonly figures?: DayFigures;

  /** @param parts.store on a connection that only reads */
  constructor(parts: { store: ReadingStore; units: UnitDirectory; clock: Clock; openDays?: OpenDays; figures?: DayFigures }) {
    this.#store = parts.store;
    this.#units = parts.units;
    this.#calendars = new Calendars(parts.units);
    this.#clock = parts.clock;
    this.#open = parts.openDays;
    if (parts.figures) this.figures = parts.figures;
    this.#bootStamp = parts.clock.now().toString(36);
    this.#months = new MonthTotals(this.#store);
    parts.openDays?.onStored(({ seriesId, day }) => this.#months.forget(seriesId, day));
  }

  /** Slots [fromSlot, toSlot). */
  slots(seriesId: number, fromSlot: number, toSlot: number): SlotRun {
    const length = Math.max(0, toSlot - fromSlot);
    const values = new Float64Array(length);
    const quality = new Uint8Array(length).fill(code.M);
    const info = this.#units.seriesById(seriesId);
    if (!info || length === 0) return { fromSlot, values, quality: lettersOf(quality) };
    const calendar = this.#calendars.of(info.industryId);
    for (const block of this.#blocks(info, calendar.dayOfSlot(fromSlot), calendar.dayOfSlot(toSlot - 1)).values()) {
      const from = Math.max(fromSlot, block.firstSlot);
      const to = Math.min(toSlot, block.firstSlot + block.values.length);
      if (to <= from) continue;
      values.set(block.values.subarray(from - block.firstSlot, to - block.firstSlot), from - fromSlot);
      quality.set(block.quality.subarray(from - block.firstSlot, to - block.firstSlot), from - fromSlot);
    }
    return { fromSlot, values, quality: lettersOf(quality) };
  }

  dayTotals(seriesIds: readonly number[], fromDay: number, toDay: number): DayTotal[] {
    const closed = this.#store.dayTotals(seriesIds, fromDay, toDay);
    const isClosed = new Set(closed.filter(({ day }) => day >= toDay - 1).map(({ seriesId, day }) => `${seriesId} ${day}`));
    const open = seriesIds.flatMap((id) =>
      this.#openDays(id, fromDay, toDay)
        .filter(({ day }) => !isClosed.has(`${id} ${day}`))
        .map(({ day, block }) => this.#openTotal(id, day, block)),
    );
    if (open.length === 0) return closed;
    return [...closed, ...open].sort((a, b) => a.seriesId - b.seriesId || a.day - b.day);
  }

  monthTotals(seriesIds: readonly number[], fromMonth: number, toMonth: number): MonthTotal[] {
    const [fromDay, toDay] = [daysOf(fromMonth).fromDay, daysOf(toMonth).toDay];
    return seriesIds.flatMap((id) => {
      const months: MonthTotal[] = [];
      for (let month = fromMonth; month <= toMonth; month += 1) {
        const closed = this.#closedMonth(id, month);
        if (closed) months.push(closed);
      }
      for (const { day, block } of this.#openDays(id, fromDay, toDay)) this.#addOpen(months, id, day, block);
      return months;
    });
  }

  /** Events of slots [fromSlot, toSlot). */
  counterEvents(seriesIds: readonly number[], fromSlot: number, toSlot: number): CounterEvent[] {
    return this.#store.events(seriesIds, fromSlot, toSlot);
  }

  latest(seriesId: number): LatestValue | undefined {
    return this.#open?.latest(seriesId);
  }

  revision(seriesIds: readonly number[], fromDay: number, toDay: number): string {
    const industryId = this.#units.seriesById(seriesIds[0] ?? -1)?.industryId;
    const revision = industryId === undefined ? 0 : this.#store.revision(industryId, fromDay, toDay);
    const isOpen = industryId === undefined || toDay >= this.#today(industryId) - 1;
    return `${revision}${isOpen ? `.${this.#bootStamp}.${this.#open?.changes ?? this.#clock.now()}` : ''}`;
  }

  #today(industryId: string): number {
    return this.#calendars.of(industryId).dayOf(this.#clock.now());
  }

  /** Another process stores days without a word to this one: only where ingest runs may a month be remembered. */
  #closedMonth(seriesId: number, month: number): MonthTotal | undefined {
    if (this.#open) return this.#months.of(seriesId, month);
    const { fromDay, toDay } = daysOf(month);
    const total = this.#store.daysTotal(seriesId, fromDay, toDay);
    return total && { ...total, month };
  }

  #addOpen(months: MonthTotal[], seriesId: number, day: number, block: SlotBlock): void {
    const month = monthOfDay(day);
    const at = months.findIndex((one) => one.month >= month);
    const known = months[at]?.month === month ? months[at] : undefined;
    const total = addDays([...(known ? [known] : []), this.#openTotal(seriesId, day, block)]);
    if (total) months.splice(at < 0 ? months.length : at, known ? 1 : 0, { ...total, month });
  }

  /** Days in order of time; the ones of which nothing is known are left out. */
  #blocks(info: SeriesInfo, fromDay: number, toDay: number): Map<number, SlotBlock> {
    const blocks = new Map<number, SlotBlock>();
    const open = this.#open?.has(info.id) ? this.#open : undefined;
    const days = Array.from({ length: toDay - fromDay + 1 }, (_, index) => fromDay + index);
    if (!days.every((day) => open?.block(info.id, day)))
      for (const { day, block } of this.#store.closedDays(info.id, fromDay, toDay)) blocks.set(day, block);
    for (const day of days) {
      const block = open ? open.block(info.id, day) : blocks.has(day) ? undefined : this.#openBlock(info, day);
      if (block) blocks.set(day, block);
    }
    return blocks;
  }

  /** A day as its open rows have it. */
  #openBlock(info: SeriesInfo, day: number): SlotBlock | undefined {
    const today = this.#today(info.industryId);
    if (day > today || day < today - 7) return undefined;
    const { firstSlot, slots } = this.#calendars.of(info.industryId).windowOfDay(day);
    const rows = this.#store.openSlots(info.id, firstSlot, firstSlot + slots);
    if (rows.length === 0) return undefined;
    const block = emptyBlock(firstSlot, slots);
    for (const [slot, , value, letter, raw, mark] of rows) {
      const place = slot - firstSlot;
      block.values[place] = value ?? 0;
      block.quality[place] = letter.charCodeAt(0);
      block.raw[place] = raw ?? Number.NaN;
      block.mark[place] = mark;
    }
    return block;
  }

  /** Days of the window that are not packed yet. */
  #openDays(seriesId: number, fromDay: number, toDay: number): { day: number; block: SlotBlock }[] {
    const info = this.#units.seriesById(seriesId);
    if (!info) return [];
    const isWanted = ({ day }: { day: number }): boolean => day >= fromDay && day <= toDay;
    if (this.#open?.has(seriesId)) return this.#open.unpacked(seriesId).filter(isWanted);
    const today = this.#today(info.industryId);
    return [today - 1, today].flatMap((day) => {
      const block = isWanted({ day }) ? this.#openBlock(info, day) : undefined;
      return block ? [{ day, block }] : [];
    });
  }

  #openTotal(seriesId: number, day: number, block: SlotBlock): DayTotal {
    const kind = this.#units.seriesById(seriesId)?.kind ?? 'gauge';
    // as far as hours are counted, so that a month's last day is that day by its hours
    const nowSlot = Math.max(nowSlotOf(this.#clock.now()), (this.#open?.closedThrough ?? 0) + 1);
    const total = totalOf(block, kind, nowSlot - block.firstSlot);
    const openingOf = (): number | null => this.#open?.countBefore(seriesId, block.firstSlot) ?? null;
    return {
      seriesId,
      day,
      revision: 0,
      ...total,
      // looked up when asked for, because it may be many days back
      get counterOpen() {
        return openingOf();
      },
      get counterClose() {
        return kind === 'counter' ? (lastAccepted(block)?.raw ?? openingOf()) : null;
      },
    };
  }
}
