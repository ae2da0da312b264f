import {
  type CounterNote,
  type CounterReading,
  type CounterSpan,
  type CounterState,
  judge,
  type Meter,
  noState,
  provisional,
  type Verdict,
} from '../../core/counter.ts';
import { EVEN_SLOTS, meanProfile, PROFILE_WEEKS, spreadByProfile, spreadEvenly } from '../../core/gapFill.ts';
import { code, isCounted, marks } from '../../core/slots.ts';
import type { DayBlock, DayBlocks } from './dayBlocks.ts';

/** What the ledger must say about slots (afterSlot, slot]; with `replace`, what it said before about them goes. */
export type LedgerEntry = { afterSlot: number; slot: number; replace: boolean; notes: CounterNote[] };

type Place = { dayBlock: DayBlock; place: number };

/**
 * The slots of one totalizer. Every result is a function of the readings kept in the slots and of the meter alone: a slot judged live,
 * after a restart, late or in a recompute comes out the same.
 */
export class CounterSlots {
  readonly #days: DayBlocks;
  readonly #touched: (fromSlot: number, toSlot: number) => void;
  #meterAt: (slot: number) => Meter;
  #state: CounterState = noState;
  /** Slots with a reading that wait for their judgement, in order. */
  #pending: number[] = [];
  #ledger: LedgerEntry[] = [];

  constructor(days: DayBlocks, meterAt: (slot: number) => Meter, touched: (fromSlot: number, toSlot: number) => void) {
    this.#days = days;
    this.#meterAt = meterAt;
    this.#touched = touched;
  }

  changeMeter(meterAt: (slot: number) => Meter): void {
    this.#meterAt = meterAt;
  }

  /** Takes up where the database left off: from the last accepted reading on, everything is judged again. */
  resume(throughSlot: number): void {
    const baseline = this.#baselineBefore(throughSlot + 1);
    this.#state = { baseline, held: null };
    const firstSlots = [...this.#days.inMemory()].map(({ block }) => block.firstSlot);
    const afterSlot = baseline?.slot ?? Math.min(...firstSlots, throughSlot + 1) - 1;
    this.#pending = [...this.#readingsBetween(afterSlot, throughSlot)];
  }

  /**
   * Keeps a reading if it is the last one in its slot; of two in the same second the larger.
   * @returns whether the slot changed.
   */
  take(slot: number, raw: number, second: number): boolean {
    const { dayBlock, place } = this.#at(slot);
    const { block } = dayBlock;
    const known = block.raw[place] ?? Number.NaN;
    if (!Number.isNaN(known)) {
      const knownSecond = (block.mark[place] ?? 0) & marks.COUNT;
      if (second < knownSecond || (second === knownSecond && raw <= known)) return false;
    }
    block.raw[place] = raw;
    block.mark[place] = second;
    this.#days.touch(dayBlock, place);
    return true;
  }

  /** The slot has a reading that is yet to be judged. */
  enqueue(slot: number): void {
    const last = this.#pending.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (slot > last) this.#pending.push(slot);
    else if (slot < last && !this.#pending.includes(slot)) this.#pending = [...this.#pending, slot].sort((a, b) => a - b);
  }

  /** Shows running slots as far as they go. */
  preview(): void {
    for (const slot of this.#pending) {
      const found = provisional(this.#state, this.#reading(slot), this.#meterAt);
      if (found) this.#write(slot, found.thousandths, found.kind === 'backflow' ? code.B : code.G);
      else this.#write(slot, 0, code.M);
    }
  }

  /** Judges what waits, up to and with a slot that is over. */
  close(throughSlot: number): void {
    let closed = 0;
    for (const slot of this.#pending) {
      if (slot > throughSlot) break;
      closed += 1;
      const verdict = this.#judge(this.#state, slot, slot - 1);
      this.#state = verdict.state;
      if (verdict.notes.length === 0) continue;
      const from = Math.min(...verdict.notes.map((note) => note.slot));
      this.#ledger.push({ afterSlot: from - 1, slot, replace: false, notes: verdict.notes });
    }
    if (closed > 0) this.#pending.splice(0, closed);
  }

  /**
   * Judges again from the last reading accepted before `fromSlot` until, after `toSlot`, a reading is accepted that was accepted
   * before: from there on nothing can differ.
   */
  judgeAgain(fromSlot: number, toSlot: number, closedThrough: number): void {
    const baseline = this.#baselineBefore(fromSlot);
    let state: CounterState = { baseline, held: null };
    const afterSlot = baseline?.slot ?? fromSlot - 1;
    const notes: CounterNote[] = [];
    let previous = afterSlot;
    let converged = false;
    for (const slot of this.#readingsBetween(afterSlot, closedThrough)) {
      const { dayBlock, place } = this.#at(slot);
      const wasAccepted = ((dayBlock.block.mark[place] ?? 0) & marks.ACCEPTED) !== 0;
      const verdict = this.#judge(state, slot, previous);
      state = verdict.state;
      notes.push(...verdict.notes);
      previous = slot;
      converged = slot > toSlot && wasAccepted && state.held === null;
      if (converged) break;
    }
    if (!converged) this.#state = state;
    this.#ledger.push({ afterSlot, slot: Math.max(previous, toSlot), replace: true, notes });
  }

  /** What the ledger has to learn, until `forgetLedger` says that it was stored. */
  get ledger(): readonly LedgerEntry[] {
    return this.#ledger;
  }

  forgetLedger(): void {
    this.#ledger = [];
  }

  /** The last reading that was accepted whatever came after it: one that the next reading confirmed hangs on that one. */
  #baselineBefore(slot: number): CounterReading | null {
    let accepted = this.#days.lastAccepted(slot);
    while (accepted?.confirmed) accepted = this.#days.lastAccepted(accepted.slot);
    return accepted && { slot: accepted.slot, raw: accepted.raw };
  }

  *#readingsBetween(afterSlot: number, toSlot: number): Generator<number> {
    const { calendar } = this.#days;
    for (let day = calendar.dayOfSlot(afterSlot + 1); day <= calendar.dayOfSlot(toSlot); day += 1) {
      const block = this.#days.find(day)?.block;
      if (!block) continue;
      for (let place = Math.max(0, afterSlot + 1 - block.firstSlot); place < block.raw.length; place += 1) {
        if (block.firstSlot + place > toSlot) return;
        if (!Number.isNaN(block.raw[place])) yield block.firstSlot + place;
      }
    }
  }

  /** Judges the reading of a slot and writes what follows; estimates since `previous` are taken back first. */
  #judge(state: CounterState, slot: number, previous: number): Verdict {
    const reading = this.#reading(slot);
    this.#takeBack(previous + 1, slot);
    const verdict = judge(state, reading, this.#meterAt);
    if (verdict.rejected !== null) this.#reject(verdict.rejected);
    for (const span of verdict.spans) {
      this.#lay(span);
      this.#setMark(span.slot, span.kind === 'reset' ? marks.ACCEPTED | marks.CONFIRMED : marks.ACCEPTED);
    }
    if (verdict.state.baseline === reading) this.#setMark(slot, marks.ACCEPTED);
    return verdict;
  }

  #reading(slot: number): CounterReading {
    const { dayBlock, place } = this.#at(slot);
    return { slot, raw: dayBlock.block.raw[place] ?? Number.NaN };
  }

  #takeBack(fromSlot: number, readingSlot: number): void {
    const { calendar } = this.#days;
    for (let day = calendar.dayOfSlot(fromSlot); day <= calendar.dayOfSlot(readingSlot); day += 1) {
      const block = this.#days.find(day)?.block;
      if (!block) continue;
      const end = Math.min(readingSlot, block.firstSlot + block.quality.length - 1);
      for (let slot = Math.max(fromSlot, block.firstSlot); slot <= end; slot += 1)
        if (slot === readingSlot || isCounted(block.quality[slot - block.firstSlot] ?? code.M)) this.#write(slot, 0, code.M);
    }
    const { dayBlock, place } = this.#at(readingSlot);
    dayBlock.block.mark[place] = (dayBlock.block.mark[place] ?? 0) & marks.COUNT;
  }

  #reject(slot: number): void {
    this.#setMark(slot, marks.REJECTED);
    this.#write(slot, 0, code.X);
  }

  #setMark(slot: number, flag: number): void {
    const { dayBlock, place } = this.#at(slot);
    dayBlock.block.mark[place] = ((dayBlock.block.mark[place] ?? 0) & marks.COUNT) | flag;
    this.#days.touch(dayBlock, place);
  }

  /** Lays a volume over the slots it fell in: domain.md 2.4. */
  #lay({ afterSlot, slot, kind, thousandths }: CounterSpan): void {
    const slots = slot - afterSlot;
    if (slots === 1 && thousandths !== null) {
      this.#write(slot, thousandths, kind === 'backflow' ? code.B : code.G);
      return;
    }
    const isLong = slots - 1 > EVEN_SLOTS;
    const profile = thousandths === null || isLong ? this.#profile(afterSlot, slots) : null;
    const parts =
      thousandths === null
        ? (profile?.map(Math.round) ?? [])
        : isLong
          ? spreadByProfile(thousandths, profile, slots)
          : spreadEvenly(thousandths, slots);
    for (const [index, part] of parts.entries()) this.#write(afterSlot + 1 + index, part, thousandths === null ? code.F : code.E);
  }

  #profile(afterSlot: number, slots: number): number[] | null {
    const { calendar } = this.#days;
    const profile: (number | null)[] = [];
    const last = afterSlot + slots;
    for (let from = afterSlot + 1; from <= last; ) {
      const day = calendar.dayOfSlot(from);
      const window = calendar.windowOfDay(day);
      const to = Math.min(last, window.firstSlot + window.slots - 1);
      const places = Array.from({ length: to - from + 1 }, (_, index) => from + index - window.firstSlot);
      const weeks = Array.from({ length: PROFILE_WEEKS }, (_, index) => this.#days.find(day - 7 * (index + 1))?.block);
      const mean = meanProfile(
        weeks.filter((block) => block !== undefined),
        places,
      );
      profile.push(...(mean ?? places.map(() => null)));
      from = to + 1;
    }
    const known = profile.filter((mean) => mean !== null);
    if (known.length === 0) return null;
    const typical = known.reduce((sum, mean) => sum + mean, 0) / known.length;
    return profile.map((mean) => mean ?? typical);
  }

  #write(slot: number, thousandths: number, letter: number): void {
    const { dayBlock, place } = this.#at(slot);
    const { block } = dayBlock;
    if (block.quality[place] === code.R) return;
    // + 0 turns the -0 of a rounded small negative part into 0
    const value = thousandths / 1000 + 0;
    if (block.values[place] === value && block.quality[place] === letter) return;
    block.values[place] = value;
    block.quality[place] = letter;
    this.#days.touch(dayBlock, place);
    this.#touched(slot, slot);
  }

  #at(slot: number): Place {
    const dayBlock = this.#days.at(slot);
    return { dayBlock, place: slot - dayBlock.block.firstSlot };
  }
}
