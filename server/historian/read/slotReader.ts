import type { Clock } from '../../core/clock.ts';
import { daysOf, monthOfDay } from '../../core/months.ts';
import { code, emptyBlock, lastAccepted, lettersOf, type SlotBlock } from '../../core/slots.ts';
import { Calendars, type SeriesInfo, type UnitDirectory } from '../../plantModel/index.ts';
import { putOpenRow } from '../store/dayRows.ts';
import type { ReadingStore } from '../store/readingStore.ts';
import { ClosedTotals } from './closedTotals.ts';
import { DayMemory } from './dayMemory.ts';
import { cutOut, type DaySlots, nothingKnown } from './daySlots.ts';
import { DayTallies } from './dayTallies.ts';
import type { DayFigures } from './knownFigures.ts';
import { addToMonths, MonthTotals } from './monthTotals.ts';
import type { OpenDays } from './openDays.ts';
import { nowSlotOf } from './readContext.ts';
import type { CounterEvent, DayTotal, KeptSlots, LatestValue, MonthTotal, ReadingReader, SlotRun, Tally } from './reader.ts';
import { totalSoFar } from './soFar.ts';
import { type KeptDays, WideTotals } from './wideTotals.ts';

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
  /** Absent where days are stored without a revision: then a month is added up each time. */
  readonly #months: MonthTotals | undefined;
  readonly #totals: ClosedTotals | undefined;
  readonly #days: DayMemory;
  readonly #tallies = new DayTallies();
  readonly figures?: DayFigures;

  /** @param parts.store on a connection that only reads */
  constructor(parts: {
    store: ReadingStore;
    units: UnitDirectory;
    clock: Clock;
    openDays?: OpenDays;
    figures?: DayFigures;
    months?: MonthTotals;
    /** Of which it may keep the slots in memory. */
    mostDays?: number;
    days?: KeptDays;
  }) {
    this.#store = parts.store;
    this.#units = parts.units;
    this.#calendars = new Calendars(parts.units);
    this.#clock = parts.clock;
    this.#open = parts.openDays;
    if (parts.figures) this.figures = parts.figures;
    this.#bootStamp = parts.clock.now().toString(36);
    this.#months = parts.months ?? (parts.openDays && new MonthTotals(this.#store));
    this.#totals = this.#months && new ClosedTotals(this.#store, parts.days && this.#wide(parts.days));
    this.#days = new DayMemory(parts.store, { isRevised: this.#months !== undefined, mostDays: parts.mostDays });
    parts.openDays?.onStored((stored) => this.#days.forgetYesterday(stored));
  }

  #wide(kept: KeptDays): WideTotals {
    return new WideTotals({
      units: this.#units,
      kept,
      dayTotals: (...asked) => this.#store.dayTotals(...asked),
      isDamaged: (day) => this.#store.damage.onDay(day),
    });
  }

  /** Slots [fromSlot, toSlot). */
  slots(seriesId: number, fromSlot: number, toSlot: number): SlotRun {
    const length = Math.max(0, toSlot - fromSlot);
    const info = this.#units.seriesById(seriesId);
    if (!info || length === 0) return nothingKnown(fromSlot, length);
    const calendar = this.#calendars.of(info.industryId);
    const [fromDay, toDay] = [calendar.dayOfSlot(fromSlot), calendar.dayOfSlot(toSlot - 1)];
    if (fromDay === toDay) {
      const block = this.#block(info, fromDay);
      return block ? cutOut(block, fromSlot, toSlot) : nothingKnown(fromSlot, length);
    }
    const values = new Float64Array(length);
    const quality = new Uint8Array(length).fill(code.M);
    for (const block of this.#blocks(info, fromDay, toDay).values()) {
      const from = Math.max(fromSlot, block.firstSlot);
      const to = Math.min(toSlot, block.firstSlot + block.values.length);
      if (to <= from) continue;
      values.set(block.values.subarray(from - block.firstSlot, to - block.firstSlot), from - fromSlot);
      quality.set(block.quality.subarray(from - block.firstSlot, to - block.firstSlot), from - fromSlot);
    }
    return { fromSlot, values, quality: lettersOf(quality) };
  }

  kept(seriesId: number, fromSlot: number, toSlot: number): KeptSlots | undefined {
    const info = this.#units.seriesById(seriesId);
    if (!info || toSlot <= fromSlot) return undefined;
    const calendar = this.#calendars.of(info.industryId);
    const day = calendar.dayOfSlot(fromSlot);
    const block = calendar.dayOfSlot(toSlot - 1) === day ? this.#block(info, day) : undefined;
    const end = block ? block.firstSlot + block.values.length : toSlot;
    if (!block || fromSlot < block.firstSlot || toSlot > end) return undefined;
    const { beforeSlot: steadyBefore = end, changes = 0 } = this.#open?.steady(seriesId, day) ?? {};
    return { fromSlot: block.firstSlot, values: block.values, quality: block.quality, steadyBefore, changes };
  }

  closedTallies(seriesIds: readonly number[], fromSlot: number, toSlot: number): (seriesId: number) => Tally | undefined {
    const industryId = this.#units.seriesById(seriesIds[0] ?? -1)?.industryId;
    const calendar = industryId === undefined ? undefined : this.#calendars.of(industryId);
    const day = calendar?.dayOfSlot(fromSlot);
    if (!this.#months || industryId === undefined || day === undefined || toSlot <= fromSlot) return () => undefined;
    if (calendar?.dayOfSlot(toSlot - 1) !== day || day >= this.#today(industryId) - 1) return () => undefined;
    const revision = this.#store.monthRevisions(industryId).get(monthOfDay(day)) ?? 0;
    return (seriesId) => {
      const info = this.#units.seriesById(seriesId);
      // a day that was not closed in time is still open
      if (info?.industryId !== industryId || this.#open?.block(seriesId, day)) return undefined;
      return this.#tallies.of({ seriesId, day, revision }, { fromSlot, toSlot }, () => this.#days.closed(info, day));
    };
  }

  closedState(
    seriesIds: readonly number[],
    fromDay: number,
    toDay: number,
  ): ((seriesId: number) => string | undefined) | undefined {
    const industryId = this.#units.seriesById(seriesIds[0] ?? -1)?.industryId;
    if (!this.#months || industryId === undefined || toDay >= this.#today(industryId) - 1) return undefined;
    const revision = String(this.#store.revision(industryId, fromDay, toDay));
    return (seriesId) => {
      if (this.#units.seriesById(seriesId)?.industryId !== industryId) return undefined;
      // a day that was not closed in time is still open
      const isOpen = this.#openDays(seriesId, fromDay, toDay).length > 0;
      return isOpen || this.#store.hasDamagedTotal(seriesId, fromDay, toDay) ? undefined : revision;
    };
  }

  dayTotals(seriesIds: readonly number[], fromDay: number, toDay: number): DayTotal[] {
    return this.#atOneMoment(() => {
      const open = seriesIds.flatMap((id) =>
        this.#openDays(id, fromDay, toDay).map(({ day, block }) => this.#openTotal(id, day, block)),
      );
      // a day is open or closed: of the running one alone there is nothing to look up
      const isAllOpen = open.length === seriesIds.length * (toDay - fromDay + 1);
      const closed = isAllOpen ? [] : this.#closedTotals(seriesIds, fromDay, toDay);
      return open.length === 0 ? closed : [...closed, ...open].sort((a, b) => a.seriesId - b.seriesId || a.day - b.day);
    });
  }

  monthTotals(seriesIds: readonly number[], fromMonth: number, toMonth: number): MonthTotal[] {
    return this.#atOneMoment(() => this.#monthTotals(seriesIds, fromMonth, toMonth));
  }

  #monthTotals(seriesIds: readonly number[], fromMonth: number, toMonth: number): MonthTotal[] {
    const [fromDay, toDay] = [daysOf(fromMonth).fromDay, daysOf(toMonth).toDay];
    const industryId = this.#units.seriesById(seriesIds[0] ?? -1)?.industryId;
    const revisions = industryId === undefined ? undefined : this.#months?.revisions(industryId);
    return seriesIds.flatMap((id) => {
      const info = this.#units.seriesById(id);
      const known = info?.industryId === industryId ? revisions : undefined;
      const months =
        info && this.#months ? this.#months.of(info, fromMonth, toMonth, known) : this.#addedUp(id, fromMonth, toMonth);
      for (const { day, block } of this.#openDays(id, fromDay, toDay)) addToMonths(months, this.#openTotal(id, day, block));
      return months;
    });
  }

  /** Events of slots [fromSlot, toSlot). */
  counterEvents(seriesIds: readonly number[], fromSlot: number, toSlot: number): CounterEvent[] {
    return this.#store.events(seriesIds, fromSlot, toSlot);
  }

  get knowsNow(): boolean {
    return this.#open !== undefined;
  }

  latest(seriesId: number): LatestValue | undefined {
    return this.#open?.latest(seriesId);
  }

  quality(seriesId: number): LatestValue['quality'] | undefined {
    return this.#open?.quality(seriesId);
  }

  get sampleChanges(): number | undefined {
    return this.#open?.sampleChanges;
  }

  revision(seriesIds: readonly number[], fromDay: number, toDay: number): string {
    const industryId = this.#units.seriesById(seriesIds[0] ?? -1)?.industryId;
    const revision = industryId === undefined ? 0 : this.#store.revision(industryId, fromDay, toDay);
    const isOpen = industryId === undefined || toDay >= this.#today(industryId) - 1;
    return `${revision}${isOpen ? `.${this.#bootStamp}.${this.#open?.changes ?? this.#clock.now()}` : ''}`;
  }

  /** Another process may close a day between two looks at the database. */
  #atOneMoment<T>(work: () => T): T {
    return this.#open ? work() : this.#store.atOneMoment(work);
  }

  #today(industryId: string): number {
    return this.#calendars.of(industryId).dayOf(this.#clock.now());
  }

  #closedTotals(seriesIds: readonly number[], fromDay: number, toDay: number): DayTotal[] {
    const industryId = this.#units.seriesById(seriesIds[0] ?? -1)?.industryId;
    const isOfOne = seriesIds.every((id) => this.#units.seriesById(id)?.industryId === industryId);
    if (!this.#totals || industryId === undefined || !isOfOne) return this.#store.dayTotals(seriesIds, fromDay, toDay);
    return this.#totals.of(industryId, seriesIds, fromDay, toDay);
  }

  #addedUp(seriesId: number, fromMonth: number, toMonth: number): MonthTotal[] {
    const months: MonthTotal[] = [];
    for (let month = fromMonth; month <= toMonth; month += 1) {
      const { fromDay, toDay } = daysOf(month);
      const total = this.#store.daysTotal(seriesId, fromDay, toDay);
      if (total) months.push({ ...total, month });
    }
    return months;
  }

  /** One day, as most questions want it: without a list of one. */
  #block(info: SeriesInfo, day: number): DaySlots | undefined {
    const open = this.#open?.has(info.id) ? this.#open : undefined;
    const running = open?.block(info.id, day);
    if (running) return running;
    if (open && day === this.#today(info.industryId) - 1) return this.#days.yesterday(info.id, day);
    return this.#days.closed(info, day) ?? (open ? undefined : this.#openBlock(info, day));
  }

  /** Days of which anything is known. */
  #blocks(info: SeriesInfo, fromDay: number, toDay: number): Map<number, DaySlots> {
    const blocks = new Map<number, DaySlots>();
    const open = this.#open?.has(info.id) ? this.#open : undefined;
    const days = Array.from({ length: toDay - fromDay + 1 }, (_, index) => fromDay + index);
    const packed = days.filter((day) => !open?.block(info.id, day));
    const yesterday = open && packed.length === 1 && packed[0] === this.#today(info.industryId) - 1 ? packed[0] : undefined;
    const kept = yesterday === undefined ? undefined : this.#days.yesterday(info.id, yesterday);
    if (yesterday !== undefined && kept) blocks.set(yesterday, kept);
    else if (packed.length > 0)
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
    for (const row of rows) putOpenRow(block, row[0] - firstSlot, row);
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
      // rows of a closed day stay until they are dropped
      return block && this.#store.dayTotals([seriesId], day, day).length === 0 ? [{ day, block }] : [];
    });
  }

  #openTotal(seriesId: number, day: number, block: SlotBlock): DayTotal {
    const kind = this.#units.seriesById(seriesId)?.kind ?? 'gauge';
    // as far as hours are counted, so that a month's last day is that day by its hours
    const nowSlot = Math.max(nowSlotOf(this.#clock.now()), (this.#open?.closedThrough ?? 0) + 1);
    const total = totalSoFar(block, kind, nowSlot - block.firstSlot, this.#open?.steady(seriesId, day));
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
