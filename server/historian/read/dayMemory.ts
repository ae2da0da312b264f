import { lastUsed } from '../../core/lastUsed.ts';
import { monthOfDay } from '../../core/months.ts';
import type { SeriesInfo } from '../../plantModel/index.ts';
import type { ReadingStore } from '../store/readingStore.ts';
import { type DaySlots, seriesDayKey, slotsOnly } from './daySlots.ts';

/** Three KiB each: what a running month is compared with, the like day of the month before, of most meters of a large plant. */
const MOST_CLOSED_DAYS = 800;
const LOOK_MS = 30_000;
/** Three minutes, and what was left until the look before them. */
const MOST_LOOKS = 7;

/** `looks`: how many there were since it was asked for. */
type Kept = { revision: number; block: DaySlots; looks: number };

/** Slots of closed days as they were unpacked last. */
export class DayMemory {
  readonly #store: Pick<ReadingStore, 'load' | 'monthRevisions'>;
  readonly #isRevised: boolean;
  readonly #yesterdays = new Map<number, { day: number; block: DaySlots }>();
  readonly #closed: ReturnType<typeof lastUsed<number, Kept>>;
  #timer: NodeJS.Timeout | undefined;

  /** @param options.isRevised whether days are stored with a revision: without one a day is unpacked each time. */
  constructor(
    store: Pick<ReadingStore, 'load' | 'monthRevisions'>,
    { isRevised, mostDays }: { isRevised: boolean; mostDays: number | undefined },
  ) {
    this.#store = store;
    this.#isRevised = isRevised;
    this.#closed = lastUsed(mostDays ?? MOST_CLOSED_DAYS);
  }

  /** Unpacked once for each state of the days of its month; let go when nobody asked for this one in three minutes. */
  closed({ id, industryId }: SeriesInfo, day: number): DaySlots | undefined {
    if (!this.#isRevised) return this.#store.load(id, day)?.block;
    // read before the day, so that what is stored meanwhile is read again next time
    const revision = this.#store.monthRevisions(industryId).get(monthOfDay(day)) ?? 0;
    const kept = this.#closed.get(seriesDayKey(id, day));
    if (kept?.revision === revision) {
      kept.looks = 0;
      return kept.block;
    }
    const found = this.#store.load(id, day)?.block;
    if (found) this.#keep(seriesDayKey(id, day), { revision, block: slotsOnly(found), looks: 0 });
    return found;
  }

  #keep(key: number, day: Kept): void {
    this.#closed.set(key, day);
    this.#timer ??= setInterval(() => this.#forgetUnasked(), LOOK_MS).unref();
  }

  #forgetUnasked(): void {
    for (const [key, day] of [...this.#closed.entries()]) {
      day.looks += 1;
      if (day.looks >= MOST_LOOKS) this.#closed.delete(key);
    }
    if (this.#closed.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Every look at the plant sets today beside yesterday, which is unpacked once; only ingest reports that a stored day changed. */
  yesterday(seriesId: number, day: number): DaySlots | undefined {
    const kept = this.#yesterdays.get(seriesId);
    if (kept?.day === day) return kept.block;
    const found = this.#store.load(seriesId, day)?.block;
    const block = found && slotsOnly(found);
    if (block) this.#yesterdays.set(seriesId, { day, block });
    return block;
  }

  forgetYesterday({ seriesId, day }: { seriesId: number; day: number }): void {
    if (this.#yesterdays.get(seriesId)?.day === day) this.#yesterdays.delete(seriesId);
  }
}
