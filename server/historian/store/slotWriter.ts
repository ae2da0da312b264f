import { pack } from '../../core/bytes/packing.ts';
import { totalOf } from '../../core/counters/aggregate.ts';
import { lastAccepted } from '../../core/slots.ts';
import type { WriteTx } from '../../db/writer.ts';
import type { DayBlock } from '../slots/dayBlocks.ts';
import type { EngineSeries } from '../slots/engineSeries.ts';
import type { SlotEngine } from '../slots/slotEngine.ts';
import type { ClosingTotal, SlotStore } from './slotStore.ts';

/** What one transaction may cost, in rows of an open day: a hundredth of a second of work. */
const ROWS_PER_STEP = 4800;
/** What a slot that is not over costs of a row: it goes with those of other series. */
const RUNNING_PART = 0.25;
/** A packed day costs as much as so many rows. */
const ROWS_PER_DAY = 400;
/** Slots of open rows dropped in one transaction. */
const SLOTS_PER_DROP = 2;

/** A day of one series that was stored as closed; `first` when it was not closed before. */
export type ClosedSeriesDay = { industryId: string; seriesId: number; day: number; first: boolean };

/** Most series have none: nothing is made to say so. */
const noneDue: readonly DayBlock[] = [];

const isDirty = ({ dirtyFrom, dirtyTo }: DayBlock): boolean => dirtyTo >= dirtyFrom;
const isSameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/**
 * Stores what the engine holds. Closed days are packed, open ones go as rows. All of one series goes in one transaction, so that
 * after a crash a series is never half of before and half of after.
 */
export class SlotWriter {
  readonly #engine: SlotEngine;
  readonly #store: SlotStore;
  /** By industry, the newest day that is closed: it and all before it are packed. */
  readonly #closedDay = new Map<string, number>();
  #changes = 0;
  /** Days whose totals were stored since the last step. */
  readonly #mended: ClosedSeriesDay[] = [];

  constructor(engine: SlotEngine, store: SlotStore) {
    this.#engine = engine;
    this.#store = store;
  }

  /** Grows with everything that was stored. */
  get changes(): number {
    return this.#changes;
  }

  /** From now on this day and those before it are stored packed. */
  closeThrough(industryId: string, day: number): void {
    this.#closedDay.set(industryId, day);
  }

  closedDay(industryId: string): number {
    return this.#closedDay.get(industryId) ?? Number.NEGATIVE_INFINITY;
  }

  /**
   * Stores in one transaction as much as takes about 10 ms, or as much as `most` rows cost.
   * @returns the days it packed, and whether there is more to store.
   */
  step(most = ROWS_PER_STEP): { stored: ClosedSeriesDay[]; more: boolean } {
    const stored = this.#mended.splice(0);
    const batch: EngineSeries[] = [];
    let cost = 0;
    let more = false;
    // what is derived goes first: after a crash in between, its parts are worked out again and it with them
    for (const series of this.#engine.series().toReversed()) {
      const own = this.#costOf(series);
      if (own === 0) continue;
      if (cost + own > most && batch.length > 0) {
        more = true;
        break;
      }
      cost += own;
      batch.push(series);
    }
    const { closedThrough } = this.#engine;
    const { running } = this.#store;
    if (batch.length === 0 && !running.hasThrough(closedThrough)) return { stored, more };
    const packed = new Map<DayBlock, Uint8Array>();
    this.#store.transaction((tx) => {
      running.takeRows(tx, closedThrough + 1);
      for (const series of batch) this.#write(tx, series, packed, stored);
      if (!more) more = running.fold(tx, closedThrough, most - cost);
    });
    for (const series of batch) this.#written(series, packed);
    this.#changes += 1;
    return { stored, more };
  }

  /** Closed days with slots that are not stored yet, each with the stretch of them. */
  changedDays(): { series: EngineSeries; day: number; from: number; to: number }[] {
    return this.#engine.series().flatMap((series) =>
      this.#due(series)
        .filter(isDirty)
        .map(({ day, block: { firstSlot }, dirtyFrom, dirtyTo }) => ({
          series,
          day,
          from: firstSlot + dirtyFrom,
          to: firstSlot + dirtyTo,
        })),
    );
  }

  /**
   * Drops open rows of closed days, a few slots at a time.
   * @returns the slot to go on from, or null when nothing is left.
   */
  drop(fromSlot: number): number | null {
    const industries = new Map(this.#engine.series().map(({ info, days }) => [info.industryId, days.calendar]));
    const ends = [...industries].map(([id, calendar]) => {
      const window = this.#closedDay.has(id) ? calendar.windowOfDay(this.closedDay(id)) : undefined;
      return { id, endSlot: window ? window.firstSlot + window.slots : Number.NEGATIVE_INFINITY };
    });
    const last = Math.max(...ends.map(({ endSlot }) => endSlot));
    if (fromSlot >= last) return null;
    const toSlot = fromSlot + SLOTS_PER_DROP;
    this.#store.transaction((tx) => {
      for (const { id, endSlot } of ends)
        if (fromSlot < endSlot) this.#store.dropOpen(tx, id, fromSlot, Math.min(toSlot, endSlot));
    });
    return toSlot;
  }

  /** Stores the total of a closed day without its slots. */
  mend({ info }: EngineSeries, day: number, total: ClosingTotal): void {
    this.#store.transaction((tx) => this.#store.putTotal(tx, info, day, total));
    this.#changes += 1;
    this.#mended.push({ industryId: info.industryId, seriesId: info.id, day, first: false });
  }

  /** Closed days that were stored whole from elsewhere. */
  adopted(days: readonly Pick<ClosedSeriesDay, 'industryId' | 'seriesId' | 'day'>[]): void {
    this.#changes += 1;
    this.#mended.push(...days.map(({ industryId, seriesId, day }) => ({ industryId, seriesId, day, first: false })));
  }

  #due({ days, info }: EngineSeries): readonly DayBlock[] {
    const closed = this.closedDay(info.industryId);
    let due = noneDue;
    for (const day of days.inMemory()) if (day.day <= closed && (day.packed === undefined || isDirty(day))) due = [...due, day];
    return due.length > 1 ? due.toSorted((a, b) => a.day - b.day) : due;
  }

  /** 0 where there is nothing to store. */
  #costOf({ days, counter, info }: EngineSeries): number {
    const closed = this.closedDay(info.industryId);
    let cost = counter?.ledger.length ?? 0;
    for (const day of days.inMemory()) {
      if (day.day <= closed && (day.packed === undefined || isDirty(day))) cost += ROWS_PER_DAY;
      else if (isDirty(day)) cost += this.#costOfOpen(day);
    }
    return cost;
  }

  #costOfOpen({ block: { firstSlot }, dirtyFrom, dirtyTo }: DayBlock): number {
    const slots = dirtyTo - dirtyFrom + 1;
    const over = Math.min(slots, Math.max(0, this.#engine.closedThrough - firstSlot - dirtyFrom + 1));
    return over + RUNNING_PART * (slots - over);
  }

  #write(tx: WriteTx, series: EngineSeries, packed: Map<DayBlock, Uint8Array>, stored: ClosedSeriesDay[]): void {
    const { info, days, counter } = series;
    for (const day of this.#due(series)) {
      const bytes = pack(day.block);
      packed.set(day, bytes);
      if (day.packed && isSameBytes(day.packed, bytes)) continue;
      this.#store.putDay(tx, info, day, { packed: bytes, total: this.closingTotal(series, day) });
      stored.push({ industryId: info.industryId, seriesId: info.id, day: day.day, first: day.packed === undefined });
    }
    const { closedThrough } = this.#engine;
    for (const day of days.inMemory()) if (!packed.has(day) && isDirty(day)) this.#store.putOpen(tx, info.id, day, closedThrough);
    for (const entry of counter?.ledger ?? []) this.#store.putLedger(tx, info.id, entry);
  }

  #written({ info, days, counter }: EngineSeries, packed: ReadonlyMap<DayBlock, Uint8Array>): void {
    for (const day of days.inMemory()) {
      day.packed = packed.get(day) ?? day.packed;
      day.dirtyFrom = day.block.values.length;
      day.dirtyTo = -1;
    }
    counter?.forgetLedger();
    days.evict(this.closedDay(info.industryId));
  }

  /** Totals of a closed day by its slots. */
  closingTotal({ days, info, counter }: EngineSeries, { block }: DayBlock): ClosingTotal {
    const total = totalOf(block, info.kind, block.values.length);
    if (!counter) return { ...total, counterOpen: null, counterClose: null };
    const opening = days.lastAccepted(block.firstSlot)?.raw ?? null;
    return { ...total, counterOpen: opening, counterClose: lastAccepted(block)?.raw ?? opening };
  }
}
