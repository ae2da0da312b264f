import type { Bus } from '../../core/bus.ts';
import type { Log } from '../../core/log.ts';
import type { ClockStep } from '../../core/plantClock.ts';
import { dateOfDay } from '../../core/shift.ts';
import { slotOf } from '../../core/slots.ts';
import type { Calendars, UnitDirectory } from '../../plantModel/index.ts';
import type { CounterEvent } from '../read/reader.ts';
import type { SlotEngine } from '../slots/slotEngine.ts';
import type { ReadingStore } from '../store/readingStore.ts';
import type { SlotStore } from '../store/slotStore.ts';
import type { ClosedSeriesDay, SlotWriter } from '../store/slotWriter.ts';
import type { NtpWatch } from './ntpWatch.ts';
import { sayStep } from './sayStep.ts';

/** A day closes this long after its end. */
const CLOSING_DELAY_MS = 60_000;

type Parts = {
  log: Log;
  bus: Bus;
  units: UnitDirectory;
  store: ReadingStore;
  slotStore: SlotStore;
  calendars: Calendars;
  engine: SlotEngine;
  writer: SlotWriter;
  ntp: Pick<NtpWatch, 'noteStep' | 'offsetMs'> | undefined;
};

/** By how much the clock is off after a step, where a time server answers. */
const againstNtp = (offsetMs: number | undefined): string =>
  offsetMs === undefined ? '' : `; by NTP it is ${Math.abs(offsetMs / 1000).toFixed(1)} s ${offsetMs < 0 ? 'slow' : 'fast'} now`;

const keyOf = (industryId: string, day: number): string => `${day} ${industryId}`;

/** Closes shift days: knows which are over and which were published, and deletes their open rows once they are packed. */
export class DayClosing {
  readonly #parts: Parts;
  /** Days that are being closed and were not published yet. */
  readonly #closing = new Map<string, { industryId: string; day: number }>();
  #notes: CounterEvent[] = [];
  #dropping: NodeJS.Immediate | undefined;
  #dropFrom: number | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  stop(): void {
    clearImmediate(this.#dropping);
    this.#dropping = undefined;
  }

  /** A ledger entry that no step test makes; stored with the next flush. @returns what takes it back until then. */
  note(event: CounterEvent): () => void {
    this.#notes.push(event);
    return () => {
      this.#notes = this.#notes.filter((one) => one !== event);
    };
  }

  /** The time of day of the server was set: every counter's ledger says so, without a reading's own time in `before`. */
  noteSteps(steps: readonly ClockStep[]): void {
    const { engine, log, ntp } = this.#parts;
    for (const step of steps) {
      const { byMs, wallMs, plantMs, doubt } = step;
      // that it counts now sets no clock
      if (doubt !== 'over') ntp?.noteStep(byMs);
      const note = `the server's clock ${sayStep(step, (ms) => `${Math.round(ms / 1000)} s`)}${againstNtp(ntp?.offsetMs())}`;
      log.warn({ byMs, wallMs, plantMs }, note);
      for (const { counter, info } of engine.series())
        if (counter) this.note({ seriesId: info.id, slot: slotOf(plantMs), kind: 'clock', before: null, after: wallMs, note });
    }
  }

  storeNotes(): void {
    if (this.#notes.length === 0) return;
    const { slotStore } = this.#parts;
    slotStore.transaction((tx) => {
      for (const note of this.#notes) slotStore.putEvent(tx, note);
    });
    this.#notes = [];
  }

  /** Marks the days that are over; the writer packs them from now on. */
  begin(nowMs: number): void {
    const { units, calendars, writer } = this.#parts;
    for (const { id } of units.industries()) {
      const over = calendars.of(id).dayOf(nowMs - CLOSING_DELAY_MS) - 1;
      const closed = writer.closedDay(id);
      if (over <= closed) continue;
      for (const day of this.#openDays(id, closed, over)) this.#closing.set(keyOf(id, day), { industryId: id, day });
      writer.closeThrough(id, over);
    }
  }

  /** After everything was stored: publishes the days that closed and those that changed, and deletes their open rows. */
  publish(stored: readonly ClosedSeriesDay[]): void {
    const { bus } = this.#parts;
    const revised = stored.filter(({ industryId, day }) => !this.#closing.has(keyOf(industryId, day)));
    const closed = [...this.#closing.values()];
    this.#closing.clear();
    for (const { industryId, day } of closed) bus.emit('dayClosed', { industryId, date: dateOfDay(day) });
    for (const days of Map.groupBy(revised, ({ industryId, day }) => keyOf(industryId, day)).values()) {
      const [first] = days;
      if (first)
        bus.emit('dayRevised', {
          industryId: first.industryId,
          date: dateOfDay(first.day),
          seriesIds: days.map(({ seriesId }) => seriesId),
        });
    }
    if (closed.length > 0) this.#startDropping();
  }

  /** While running, every day that passes; after a start, those that still have open rows. */
  #openDays(industryId: string, closed: number, over: number): number[] {
    if (Number.isFinite(closed)) return Array.from({ length: over - closed }, (_, index) => closed + 1 + index);
    const days = new Set<number>();
    for (const series of this.#parts.engine.series())
      if (series.info.industryId === industryId)
        for (const { day, packed } of series.days.inMemory()) if (day <= over && packed === undefined) days.add(day);
    return [...days].sort((a, b) => a - b);
  }

  #startDropping(): void {
    this.#dropFrom = this.#parts.store.oldestOpenSlot();
    this.#dropping ??= setImmediate(() => this.#drop());
  }

  #drop(): void {
    const { writer, log } = this.#parts;
    this.#dropping = undefined;
    if (this.#dropFrom === null) return;
    try {
      this.#dropFrom = writer.drop(this.#dropFrom);
    } catch (error) {
      log.warn({ err: error }, 'rows of closed days are left for the next closing');
      return;
    }
    if (this.#dropFrom !== null) this.#dropping = setImmediate(() => this.#drop());
  }
}
