import type { Log } from '../../core/log.ts';
import { Calendars, type UnitDirectory } from '../../plantModel/index.ts';
import { planSeries } from '../slots/seriesRule.ts';
import { SlotEngine } from '../slots/slotEngine.ts';
import type { ReadingStore } from '../store/readingStore.ts';
import type { SlotStore } from '../store/slotStore.ts';
import { SlotWriter } from '../store/slotWriter.ts';

/** What one series read last in a slot: a counter's display, a gauge's mean, a stock's level. Null or absent: no good reading. */
export type SlotReading = { seriesId: number; value: number | null };

const SECOND_OF_READING = 299;

/**
 * Writes past readings quickly and through the rules of live ones: the same engine, without a timer, storing whole days. For
 * history that is produced or imported before `Ingest` starts; slots come in order of time.
 */
export class HistoryWriter {
  readonly #calendars: Calendars;
  readonly #engine: SlotEngine;
  readonly #writer: SlotWriter;
  readonly #openRows: ReadingStore['openRows'];
  readonly #industryIds: string[];
  #dayEndSlot = Number.NEGATIVE_INFINITY;
  #lastSlot = Number.NEGATIVE_INFINITY;

  /** Takes series and meters as they are now. */
  constructor({ store, slotStore, units, log }: { store: ReadingStore; slotStore: SlotStore; units: UnitDirectory; log: Log }) {
    this.#calendars = new Calendars(units);
    this.#engine = new SlotEngine({ calendars: this.#calendars, closedDays: store, log });
    this.#writer = new SlotWriter(this.#engine, slotStore);
    this.#openRows = () => store.openRows();
    this.#industryIds = units.industries().map(({ id }) => id);
    this.#engine.configure(
      planSeries(
        this.#industryIds.flatMap((id) => units.units(id)),
        { rows: store.meters(), changes: store.meterChanges() },
      ),
    );
  }

  /** Goes on from the open days that are stored; the next slot to be taken is `slot`. To be called before the first one. */
  resume(slot: number): void {
    for (const [at, seriesId, value, letter, raw, mark] of this.#openRows())
      this.#engine.find(seriesId)?.days.restore(at, value ?? 0, letter.charCodeAt(0), raw ?? Number.NaN, mark);
    this.#engine.resume(slot);
    this.#lastSlot = slot - 1;
  }

  /** All readings of one slot. Days that are over are stored when the first slot after them comes. */
  acceptSlot(slot: number, readings: readonly SlotReading[]): void {
    if (slot >= this.#dayEndSlot) this.#passDays(slot);
    for (const { seriesId, value } of readings) if (value !== null) this.#engine.take(seriesId, slot, value, SECOND_OF_READING);
    if (slot > this.#lastSlot) this.#lastSlot = slot;
  }

  /** Stores everything; the running days as open ones, which `Ingest` continues. */
  finish(): void {
    this.#engine.settle(this.#lastSlot);
    this.#store();
  }

  #passDays(slot: number): void {
    if (Number.isFinite(this.#lastSlot)) this.#engine.settle(slot - 1);
    this.#dayEndSlot = Number.POSITIVE_INFINITY;
    for (const id of this.#industryIds) {
      const calendar = this.#calendars.of(id);
      const day = calendar.dayOfSlot(slot);
      this.#writer.closeThrough(id, day - 1);
      const { firstSlot, slots } = calendar.windowOfDay(day);
      this.#dayEndSlot = Math.min(this.#dayEndSlot, firstSlot + slots);
    }
    this.#store();
  }

  #store(): void {
    while (this.#writer.step(Number.POSITIVE_INFINITY).more);
  }
}
