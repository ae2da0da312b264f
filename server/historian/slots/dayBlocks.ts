import type { ShiftCalendar } from '../../core/shift.ts';
import { type AcceptedReading, code, emptyBlock, lastAccepted, type SlotBlock } from '../../core/slots.ts';

/** A day of one series in memory. */
export type DayBlock = {
  day: number;
  block: SlotBlock;
  /** The bytes in which the database has it; undefined while it has only open rows, or nothing. */
  packed: Uint8Array | undefined;
  /** Places changed since the last write: [dirtyFrom, dirtyTo], none where dirtyTo < dirtyFrom. */
  dirtyFrom: number;
  dirtyTo: number;
  /** The latest place that ever changed, and how often one before it did: what was added up of those before it holds until then. */
  newest: number;
  earlierChanges: number;
};

const noteChange = (dayBlock: DayBlock, place: number): void => {
  if (place < dayBlock.newest) dayBlock.earlierChanges += 1;
  else dayBlock.newest = place;
};

/** Closed days, as the database has them. */
export interface ClosedDays {
  load(seriesId: number, day: number): { block: SlotBlock; packed: Uint8Array } | undefined;
  /** The newest closed day before `day`. */
  dayBefore(seriesId: number, day: number): number | undefined;
  /** The oldest closed day after `day`. */
  dayAfter(seriesId: number, day: number): number | undefined;
}

const noDays: readonly DayBlock[] = [];

/** The days of one series: open ones in memory, closed ones fetched when something late touches them. */
export class DayBlocks {
  readonly #seriesId: number;
  readonly #closed: ClosedDays;
  readonly #days = new Map<number, DayBlock>();
  /** The same days: all are gone through for each of thousands of series every 10 s, and a map makes objects for that. */
  #list: readonly DayBlock[] = noDays;
  /** Days that the database does not have, so that it is asked once. */
  readonly #absent = new Set<number>();
  #calendar: ShiftCalendar;
  #current: DayBlock | undefined;

  constructor(seriesId: number, calendar: ShiftCalendar, closed: ClosedDays) {
    this.#seriesId = seriesId;
    this.#calendar = calendar;
    this.#closed = closed;
  }

  get calendar(): ShiftCalendar {
    return this.#calendar;
  }

  inMemory(): readonly DayBlock[] {
    return this.#list;
  }

  /** The day if it is in memory. */
  known(day: number): DayBlock | undefined {
    return this.#days.get(day);
  }

  /** The day from memory or database. */
  find(day: number): DayBlock | undefined {
    const known = this.#days.get(day);
    if (known || this.#absent.has(day)) return known;
    const loaded = this.#closed.load(this.#seriesId, day);
    if (!loaded) this.#absent.add(day);
    return loaded && this.#keep(day, loaded.block, loaded.packed);
  }

  /** The day that holds a slot; made where there is none. */
  at(slot: number): DayBlock {
    const current = this.#current;
    if (current && slot >= current.block.firstSlot && slot < current.block.firstSlot + current.block.values.length)
      return current;
    const day = this.#calendar.dayOfSlot(slot);
    const window = this.#calendar.windowOfDay(day);
    this.#current = this.find(day) ?? this.#keep(day, emptyBlock(window.firstSlot, window.slots), undefined);
    return this.#current;
  }

  /** The day that holds a slot, where there is one. */
  peek(slot: number): DayBlock | undefined {
    return this.find(this.#calendar.dayOfSlot(slot));
  }

  /** Takes over a slot as an open row had it; such a slot is not dirty. A row that outlived the packing of its day is nothing. */
  restore(slot: number, value: number, letter: number, raw: number, mark: number): void {
    const dayBlock = this.at(slot);
    const { block, packed } = dayBlock;
    if (packed) return;
    const place = slot - block.firstSlot;
    noteChange(dayBlock, place);
    block.values[place] = value;
    block.quality[place] = letter;
    block.raw[place] = raw;
    block.mark[place] = mark;
  }

  touch(dayBlock: DayBlock, place: number): void {
    if (place < dayBlock.dirtyFrom) dayBlock.dirtyFrom = place;
    if (place > dayBlock.dirtyTo) dayBlock.dirtyTo = place;
    noteChange(dayBlock, place);
  }

  /** The newest accepted counter reading before a slot, however far back. */
  lastAccepted(beforeSlot: number): AcceptedReading | null {
    let day: number | undefined = this.#calendar.dayOfSlot(beforeSlot);
    let end: number | undefined = beforeSlot - this.#calendar.windowOfDay(day).firstSlot;
    while (day !== undefined) {
      const found = this.find(day);
      const accepted = found && lastAccepted(found.block, end);
      if (accepted) return accepted;
      end = undefined;
      day = this.#before(day);
    }
    return null;
  }

  /** The next day that there is: of the months in which a plant was off there are none. */
  after(day: number): number | undefined {
    const closed = this.#closed.dayAfter(this.#seriesId, day);
    const inMemory = Math.min(...[...this.#days.keys()].filter((known) => known > day));
    return Number.isFinite(inMemory) && (closed === undefined || inMemory < closed) ? inMemory : closed;
  }

  /** Lets go of what the database has packed just as it is here, but for the day kept at hand. */
  evict(keptDay: number): void {
    // to clear a set makes a new table, also of one that is empty
    if (this.#absent.size > 0) this.#absent.clear();
    for (const { day, packed, dirtyFrom, dirtyTo } of this.#list) {
      if (day === keptDay || packed === undefined || dirtyTo >= dirtyFrom) continue;
      if (this.#current?.day === day) this.#current = undefined;
      this.#drop(day);
    }
  }

  /** Whether the day is not closed here, or has slots that are not stored. */
  isChanging(day: number): boolean {
    const known = this.#days.get(day);
    return known !== undefined && (known.packed === undefined || known.dirtyTo >= known.dirtyFrom);
  }

  /** The database has something else now. */
  forget(day: number): void {
    if (this.#current?.day === day) this.#current = undefined;
    this.#drop(day);
    this.#absent.delete(day);
  }

  /** The shift rules changed: open days get new boundaries, closed ones are loaded again when needed. */
  rebase(calendar: ShiftCalendar): void {
    this.#calendar = calendar;
    const open = this.#list.filter(({ packed }) => packed === undefined);
    this.#days.clear();
    this.#list = noDays;
    this.#current = undefined;
    for (const { block, dirtyFrom, dirtyTo } of open)
      for (let place = 0; place < block.values.length; place += 1) {
        const letter = block.quality[place] ?? code.M;
        const [raw, mark] = [block.raw[place] ?? Number.NaN, block.mark[place] ?? 0];
        if (letter === code.M && Number.isNaN(raw) && mark === 0) continue;
        const slot = block.firstSlot + place;
        this.restore(slot, block.values[place] ?? 0, letter, raw, mark);
        const moved = this.at(slot);
        if (place >= dirtyFrom && place <= dirtyTo) this.touch(moved, slot - moved.block.firstSlot);
      }
  }

  #before(day: number): number | undefined {
    const closed = this.#closed.dayBefore(this.#seriesId, day);
    const inMemory = Math.max(...[...this.#days.keys()].filter((known) => known < day));
    return Number.isFinite(inMemory) && (closed === undefined || inMemory > closed) ? inMemory : closed;
  }

  #drop(day: number): void {
    this.#days.delete(day);
    this.#list = [...this.#days.values()];
  }

  #keep(day: number, block: SlotBlock, packed: Uint8Array | undefined): DayBlock {
    const newest = packed ? block.values.length : -1;
    const kept = { day, block, packed, dirtyFrom: block.values.length, dirtyTo: -1, newest, earlierChanges: 0 };
    this.#days.set(day, kept);
    this.#list = [...this.#days.values()];
    this.#absent.delete(day);
    return kept;
  }
}
