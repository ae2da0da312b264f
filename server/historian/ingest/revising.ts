import { Failure } from '../../core/fail.ts';
import { dayNumber } from '../../core/shift.ts';
import type { Calendars } from '../../plantModel/index.ts';
import type { CounterEvent, DayTotal } from '../read/reader.ts';
import type { EngineSeries } from '../slots/engineSeries.ts';
import type { SlotEngine } from '../slots/slotEngine.ts';
import type { ReadingStore } from '../store/readingStore.ts';
import type { ClosingTotal } from '../store/slotStore.ts';
import type { SlotWriter } from '../store/slotWriter.ts';

type RevisingParts = {
  engine: SlotEngine;
  writer: SlotWriter;
  store: ReadingStore;
  calendars: Calendars;
  /** Stores everything taken so far. */
  flush(): Promise<void>;
  fault(): string | null;
  /** @returns what takes it back as long as it is not stored. */
  note(event: CounterEvent): () => void;
  rest(): () => Promise<void> | undefined;
};

const isSame = (total: ClosingTotal, stored: DayTotal): boolean =>
  (Object.keys(total) as (keyof ClosingTotal)[]).every((name) => Object.is(total[name], stored[name]));

/** Changes of days that are there already: worked out again, or corrected by a person. */
export class Revising {
  readonly #parts: RevisingParts;

  constructor(parts: RevisingParts) {
    this.#parts = parts;
  }

  /**
   * Works a shift day of an industry out again from its readings, and adds up its totals.
   * @returns the series that came out differently; their day has a new revision, or is still open.
   * @throws Failure `unavailable` when it cannot be stored.
   */
  async recompute(industryId: string, date: string, seriesIds?: ReadonlySet<number>): Promise<number[]> {
    const { engine, writer, store, calendars, rest } = this.#parts;
    await this.#flush();
    const day = dayNumber(date);
    const { firstSlot, slots } = calendars.of(industryId).windowOfDay(day);
    const asked = engine
      .series()
      .filter(({ info }) => info.industryId === industryId && (seriesIds === undefined || seriesIds.has(info.id)));
    const stored = new Map(
      store
        .dayTotals(
          asked.map(({ info }) => info.id),
          day,
          day,
        )
        .map((total) => [total.seriesId, total]),
    );
    const changed: number[] = [];
    const restWhenDue = rest();
    for (const series of asked) {
      const isChanged = engine.recompute(series, firstSlot, firstSlot + slots - 1);
      if (!isChanged && (await this.#mend(series, day, stored.get(series.info.id)))) changed.push(series.info.id);
      if (isChanged) changed.push(series.info.id);
      series.days.evict(writer.closedDay(industryId));
      await restWhenDue();
    }
    await this.#flush();
    return changed;
  }

  /**
   * Puts a person's values in place of what slots hold; null takes an earlier one back.
   * @throws Failure `noData` for a series that is not there, `unavailable` when it cannot be stored: then nothing was entered.
   */
  async enter(seriesId: number, fromSlot: number, values: readonly (number | null)[], note: string): Promise<void> {
    const { engine } = this.#parts;
    await this.#flush();
    const series = engine.find(seriesId);
    if (!series) throw new Failure('noData', 'the parameter is not measured');
    const { before, after, isOther, takeBack } = engine.enter(series, fromSlot, values);
    const event = { seriesId, slot: fromSlot, kind: 'manual', before, after, note } as const;
    // sent again after a lost answer it would take the place of what says how it was before
    const isNew = isOther || !this.#isNoted(event);
    const withdraw = series.counter && isNew ? this.#parts.note(event) : undefined;
    try {
      await this.#flush();
    } catch (error) {
      // an entry answered with an error must not turn up stored later
      takeBack();
      withdraw?.();
      throw error;
    }
  }

  #isNoted({ seriesId, slot, after, note }: CounterEvent): boolean {
    return this.#parts.store
      .events([seriesId], slot, slot + 1)
      .some((known) => known.kind === 'manual' && known.after === after && known.note === note);
  }

  /** Stores the totals again that no longer fit the slots of their closed day. */
  async #mend(series: EngineSeries, day: number, stored: DayTotal | undefined): Promise<boolean> {
    const { writer } = this.#parts;
    const found = series.days.find(day);
    if (!found?.packed) return false;
    const total = writer.closingTotal(series, found);
    if (stored && isSame(total, stored)) return false;
    writer.mend(series, day, total);
    return true;
  }

  async #flush(): Promise<void> {
    await this.#parts.flush();
    const fault = this.#parts.fault();
    if (fault !== null) throw new Failure('unavailable', `readings cannot be stored at present: ${fault}`);
  }
}
