import { noState, provisional, validateReading } from '../../core/counter.ts';
import type { CounterNote, CounterReading, CounterSpan, CounterState, CounterVerdict } from '../../core/counters/counterModel.ts';
import { EVEN_SLOTS, spreadByProfile, spreadEvenly } from '../../core/counters/gapFill.ts';
import { code, isCounted, marks } from '../../core/slots.ts';
import { type CounterMeter, StoredHistory } from './counterHistory.ts';
import type { DayBlock, DayBlocks } from './dayBlocks.ts';
import { DisplayFalls } from './displayFalls.ts';
import type { SlotSpan } from './slotRanges.ts';

/** Ledger notes about the slots (afterSlot, slot]; `replace`: instead of the earlier notes about these slots. */
export type LedgerEntry = { afterSlot: number; slot: number; replace: boolean; notes: CounterNote[] };

const isEstimate = (letter: number): boolean => letter === code.E || letter === code.F || letter === code.R;

type Place = { dayBlock: DayBlock; place: number };

/** What the mark of a slot says of its reading, however it was evaluated. */
const OF_READING = marks.SECOND | marks.FELL;

/**
 * The slots of one totalizer. Every result is a function of the readings kept in the slots and of the meter alone: a slot evaluated live,
 * after a restart, late or in a recompute comes out the same.
 */
export class CounterSlots {
  readonly #days: DayBlocks;
  readonly #touched: (fromSlot: number, toSlot: number) => void;
  readonly #history: StoredHistory;
  #state: CounterState = noState;
  /** Slots whose reading is yet to be validated, in order. */
  #pending: number[] = [];
  #ledger: LedgerEntry[] = [];
  readonly #falls: DisplayFalls;

  constructor(days: DayBlocks, meter: CounterMeter, touched: (fromSlot: number, toSlot: number) => void) {
    this.#days = days;
    this.#history = new StoredHistory(days, meter);
    this.#falls = new DisplayFalls(this.#history);
    this.#touched = touched;
  }

  /** @returns the first slot that counts otherwise because of changes that were not known before. */
  changeMeter(meter: CounterMeter): number | null {
    return this.#history.changeMeter(meter);
  }

  /** Continues from the database: everything after the last accepted reading is validated again. */
  resume(throughSlot: number): void {
    const baseline = this.#baselineBefore(throughSlot + 1);
    this.#state = { baseline, held: null };
    const firstSlots = [...this.#days.inMemory()].map(({ block }) => block.firstSlot);
    const afterSlot = baseline?.slot ?? Math.min(...firstSlots, throughSlot + 1) - 1;
    this.#pending = [...this.#readingsBetween(afterSlot, throughSlot)];
  }

  /**
   * Keeps a reading if it is the last one in its slot; of two in the same second the larger.
   * @returns the first slot that it changed; null where it is not kept.
   */
  take(slot: number, raw: number, second: number): number | null {
    const { dayBlock, place } = this.#at(slot);
    const { block } = dayBlock;
    const known = block.raw[place] ?? Number.NaN;
    const isFirst = Number.isNaN(known);
    const mark = block.mark[place] ?? 0;
    const knownSecond = mark & marks.SECOND;
    if (!isFirst && (second < knownSecond || (second === knownSecond && raw <= known))) return null;
    block.raw[place] = raw;
    block.mark[place] = second | (mark & marks.FELL);
    this.#days.touch(dayBlock, place);
    if (isFirst) return this.#follow({ slot, raw, second }, this.#shownBefore(slot));
    if (!this.#falls.isUnplain(raw - known, second - knownSecond)) return slot;
    return this.#follow({ slot, raw, second }, { slot, raw: known, second: knownSecond });
  }

  /** The slot has a reading that is yet to be evaluated. */
  enqueue(slot: number): void {
    const last = this.#pending.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (slot > last) this.#pending.push(slot);
    else if (slot < last && !this.#pending.includes(slot)) this.#pending = [...this.#pending, slot].sort((a, b) => a - b);
  }

  /** The slot's readings were taken back. */
  forget(slot: number): void {
    this.#falls.forget();
    this.#pending = this.#pending.filter((pending) => pending !== slot);
  }

  /** Writes the provisional volume of slots that are not closed yet. */
  preview(): void {
    for (const slot of this.#pending) {
      const found = provisional(this.#state, this.#reading(slot), this.#history);
      if (found) this.#write(slot, found.thousandths, found.kind === 'backflow' ? code.B : code.G);
      else this.#write(slot, 0, code.M);
    }
  }

  /** Evaluates what waits, up to and with a slot that is over. */
  close(throughSlot: number): void {
    let closed = 0;
    for (const slot of this.#pending) {
      if (slot > throughSlot) break;
      closed += 1;
      const verdict = this.#validate(this.#state, slot, slot - 1);
      this.#state = verdict.state;
      const { notes, backTo } = verdict;
      if (backTo) this.#ledger.push({ afterSlot: backTo.slot, slot, replace: true, notes });
      else if (notes.length > 0)
        this.#ledger.push({ afterSlot: Math.min(...notes.map((note) => note.slot)) - 1, slot, replace: false, notes });
    }
    if (closed > 0) this.#pending.splice(0, closed);
  }

  /**
   * Evaluates again from the last reading accepted before `fromSlot`. Ends at the first reading after `toSlot` that is accepted now and
   * was accepted before: all later results depend on it alone and stay the same.
   * @returns the slots that are worked out now.
   */
  evaluateAgain(fromSlot: number, toSlot: number, closedThrough: number): SlotSpan {
    const baseline = this.#baselineBefore(fromSlot);
    let state: CounterState = { baseline, held: null };
    const baseSlot = baseline?.slot ?? fromSlot - 1;
    let afterSlot = baseSlot;
    let notes: CounterNote[] = [];
    let previous = afterSlot;
    let converged = false;
    for (const slot of this.#readingsBetween(previous, closedThrough)) {
      const wasPlain = this.#isPlain(slot);
      const verdict = this.#validate(state, slot, previous);
      state = verdict.state;
      const { backTo } = verdict;
      if (backTo) notes = notes.filter((note) => note.slot <= backTo.slot);
      if (backTo) afterSlot = Math.min(afterSlot, backTo.slot);
      notes.push(...verdict.notes);
      previous = slot;
      converged = slot > toSlot && wasPlain && state.held === null;
      if (converged) break;
    }
    if (!converged) this.#state = state;
    this.#ledger.push({ afterSlot, slot: Math.max(previous, toSlot), replace: true, notes });
    return { from: baseSlot + 1, to: previous };
  }

  /** Entries for the ledger that are not stored yet; `forgetLedger` drops them. */
  get ledger(): readonly LedgerEntry[] {
    return this.#ledger;
  }

  forgetLedger(): void {
    this.#ledger = [];
  }

  /**
   * The last reading whose acceptance no later reading decided. A reading that the next one confirmed depends on that one; a reading
   * within an estimate depends on the readings at both ends of the estimate.
   */
  #baselineBefore(slot: number): CounterReading | null {
    let accepted = this.#days.lastAccepted(slot);
    while (accepted && (accepted.confirmed || isEstimate(accepted.letter))) {
      const before = this.#days.lastAccepted(accepted.slot);
      if (!accepted.confirmed && before?.raw !== accepted.raw) break;
      accepted = before;
    }
    return accepted && { slot: accepted.slot, raw: accepted.raw, second: accepted.second };
  }

  /** Accepted, and nothing that came later can change its slot. */
  #isPlain(slot: number): boolean {
    const { dayBlock, place } = this.#at(slot);
    const { mark, quality } = dayBlock.block;
    return ((mark[place] ?? 0) & marks.ACCEPTED) !== 0 && !isEstimate(quality[place] ?? code.M);
  }

  *#readingsBetween(afterSlot: number, toSlot: number): Generator<number> {
    const { calendar } = this.#days;
    const lastDay = calendar.dayOfSlot(toSlot);
    let day: number | undefined = calendar.dayOfSlot(afterSlot + 1);
    for (; day !== undefined && day <= lastDay; day = day < lastDay ? this.#days.after(day) : undefined) {
      const block = this.#days.find(day)?.block;
      if (!block) continue;
      for (let place = Math.max(0, afterSlot + 1 - block.firstSlot); place < block.raw.length; place += 1) {
        if (block.firstSlot + place > toSlot) return;
        if (!Number.isNaN(block.raw[place])) yield block.firstSlot + place;
      }
    }
  }

  /** Evaluates the reading of a slot and writes what follows; estimates since `previous` are taken back first. */
  #validate(state: CounterState, slot: number, previous: number): CounterVerdict {
    const reading = this.#reading(slot);
    this.#takeBack(previous + 1, slot);
    const verdict = validateReading(state, reading, this.#history);
    if (verdict.rejected !== null) this.#reject(verdict.rejected);
    if (verdict.backTo && state.held) this.#dropAccepted(verdict.backTo.slot, state.held.slot);
    for (const span of verdict.spans) {
      this.#spread(span);
      const isConfirmed = verdict.confirmed && span.slot === state.held?.slot;
      const isBreak = span.kind === 'rollover' || (isConfirmed && verdict.broke);
      this.#setMark(span.slot, marks.ACCEPTED | (isConfirmed ? marks.CONFIRMED : 0) | (isBreak ? marks.BREAK : 0));
    }
    if (verdict.spans.length === 0 && verdict.state.baseline === reading) this.#setMark(slot, marks.ACCEPTED);
    return verdict;
  }

  /** Readings between two slots were wrong after all. */
  #dropAccepted(afterSlot: number, beforeSlot: number): void {
    for (const slot of this.#readingsBetween(afterSlot, beforeSlot - 1)) this.#reject(slot);
  }

  #reading(slot: number): CounterReading {
    const { dayBlock, place } = this.#at(slot);
    const { raw, mark } = dayBlock.block;
    const held = mark[place] ?? 0;
    return { slot, raw: raw[place] ?? Number.NaN, second: held & marks.SECOND, fell: (held & marks.FELL) !== 0 };
  }

  /** @returns the first slot that changed. */
  #follow(shown: CounterReading, before: CounterReading | null): number {
    const found = this.#falls.follow(before, shown);
    if (!found) return shown.slot;
    const { dayBlock, place } = this.#at(found.slot);
    const mark = dayBlock.block.mark[place] ?? 0;
    dayBlock.block.mark[place] = found.fell ? mark | marks.FELL : mark & ~marks.FELL;
    this.#days.touch(dayBlock, place);
    return found.slot;
  }

  /** The reading of the slot before, which may be yet to be evaluated; else the last that was accepted. */
  #shownBefore(slot: number): CounterReading | null {
    const found = this.#days.peek(slot - 1)?.block;
    const place = slot - 1 - (found?.firstSlot ?? 0);
    const isKept = found && !Number.isNaN(found.raw[place]) && ((found.mark[place] ?? 0) & marks.REJECTED) === 0;
    return isKept ? this.#reading(slot - 1) : this.#days.lastAccepted(slot);
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
    dayBlock.block.mark[place] = (dayBlock.block.mark[place] ?? 0) & OF_READING;
  }

  #reject(slot: number): void {
    this.#setMark(slot, marks.REJECTED);
    this.#write(slot, 0, code.X);
  }

  #setMark(slot: number, flag: number): void {
    const { dayBlock, place } = this.#at(slot);
    dayBlock.block.mark[place] = ((dayBlock.block.mark[place] ?? 0) & OF_READING) | flag;
    this.#days.touch(dayBlock, place);
  }

  /** Spreads a volume over the slots it fell in: docs/domain.md 2.4. */
  #spread({ afterSlot, slot, kind, thousandths }: CounterSpan): void {
    const slots = slot - afterSlot;
    const isGuess = thousandths === null || kind === 'reset';
    if (slots === 1 && !isGuess && kind !== 'late') {
      this.#write(slot, thousandths, kind === 'backflow' ? code.B : code.G);
      return;
    }
    const isLong = slots - 1 > EVEN_SLOTS;
    const profile = thousandths === null || isLong ? this.#history.profile(afterSlot, slots) : null;
    const parts =
      thousandths === null
        ? (profile?.map(Math.round) ?? [])
        : isLong
          ? spreadByProfile(thousandths, profile, slots)
          : spreadEvenly(thousandths, slots);
    for (const [index, part] of parts.entries()) this.#write(afterSlot + 1 + index, part, isGuess ? code.F : code.E);
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
