import type { CounterHistory, CounterModel, CounterReading, Course, MeterChange } from '../../core/counters/counterModel.ts';
import { inThousandths } from '../../core/counters/counterSteps.ts';
import { meanProfile, PROFILE_WEEKS } from '../../core/counters/gapFill.ts';
import { type AcceptedReading, code } from '../../core/slots.ts';
import type { DayBlocks } from './dayBlocks.ts';

/** How far back it is looked for a course that was left, a standstill and the usual volume: a week. */
const LOOK_BACK_SLOTS = 2016;
/** A leap that was believed is looked for within an hour. */
const LEAP_SLOTS = 12;
/** So many times the largest volume of a slot is unusual. */
const UNUSUAL = 10;
/** Slots with water that must be known before anything is unusual. */
const LEAST_KNOWN = 12;
/** Slots that must be known before anything is expected. */
const LEAST_EXPECTED = 3;
/** Steps of a display that must be known before it is coarse. */
const LEAST_STEPS = 3;

const readingOf = ({ slot, raw, second }: AcceptedReading): CounterReading => ({ slot, raw, second });

const isMeasured = (letter: number): boolean => letter === code.G || letter === code.E || letter === code.B;

const isAfter = (change: MeterChange, { slot, second }: CounterReading): boolean =>
  change.slot > slot || (change.slot === slot && change.second > second);

/** Every change with the meter that counts from its slot on, and the slot. */
const effectsOf = ({ meterAt, changes }: CounterMeter): Map<string, number> =>
  new Map(changes.map((change) => [JSON.stringify([change, meterAt(change.slot)]), change.slot]));

/** What the stored days of a counter and its meters say about it. */
export class StoredHistory implements CounterHistory {
  readonly #days: DayBlocks;
  #meter: CounterMeter;

  constructor(days: DayBlocks, meter: CounterMeter) {
    this.#days = days;
    this.#meter = meter;
  }

  changeMeter(meter: CounterMeter): number | null {
    const [before, now] = [effectsOf(this.#meter), effectsOf(meter)];
    const differing = [
      ...[...now].filter(([effect]) => !before.has(effect)),
      ...[...before].filter(([effect]) => !now.has(effect)),
    ];
    this.#meter = meter;
    return differing.length === 0 ? null : Math.min(...differing.map(([, slot]) => slot));
  }

  meterAt(slot: number, second = Number.POSITIVE_INFINITY): CounterModel {
    const { meterAt, changes } = this.#meter;
    const coming = changes.find((change) => change.slot === slot && change.second > second);
    if (!coming) return meterAt(slot);
    const [before, basePerCount] = [meterAt(slot - 1), coming.oldBasePerCount];
    // of several changes in a slot, the meter between two of them passes the same water
    return { ...before, basePerCount, maxPerHour: before.maxPerHour * (before.basePerCount / basePerCount) };
  }

  changes(after: CounterReading | null, upTo: CounterReading): readonly MeterChange[] {
    if (this.#meter.changes.length === 0) return [];
    return this.#meter.changes.filter((change) => (after === null || isAfter(change, after)) && !isAfter(change, upTo));
  }

  stillSince(reading: CounterReading): CounterReading {
    const meter = this.meterAt(reading.slot, reading.second);
    const shown = inThousandths(reading.raw, meter);
    let since = reading;
    for (const before of this.#acceptedBefore(reading.slot)) {
      if (inThousandths(before.raw, meter) !== shown || this.changes(readingOf(before), since).length > 0) break;
      since = readingOf(before);
    }
    return since;
  }

  courses(before: CounterReading): readonly Course[] {
    const found: Course[] = [];
    let first: AcceptedReading | null = null;
    for (const accepted of this.#acceptedBefore(before.slot + 1)) {
      if (first?.broke) found.push({ end: readingOf(accepted), first: readingOf(first) });
      else if (first && accepted.slot >= before.slot - LEAP_SLOTS)
        found.push({ end: readingOf(accepted), first: readingOf(first), isLeap: true });
      first = accepted;
    }
    return found;
  }

  grain(before: CounterReading, least: number): number {
    let [grain, steps] = [Number.POSITIVE_INFINITY, 0];
    let after: AcceptedReading | null = null;
    for (const accepted of this.#acceptedBefore(before.slot + 1)) {
      const step = after ? Math.abs(after.raw - accepted.raw) : 0;
      if (step > 0) {
        if (step < least) return 0;
        grain = Math.min(grain, step);
        steps += 1;
      }
      after = accepted;
    }
    return steps < LEAST_STEPS ? 0 : grain;
  }

  isUnusual(slot: number, thousandthsPerSlot: number): boolean {
    if (thousandthsPerSlot <= 0) return false;
    const least = thousandthsPerSlot / 1000 / UNUSUAL;
    let known = 0;
    for (const [value, letter] of this.#slotsBefore(slot)) {
      if (!isMeasured(letter)) continue;
      if (value >= least) return false;
      if (value > 0) known += 1;
    }
    return known >= LEAST_KNOWN;
  }

  expected(afterSlot: number, slot: number): number | null {
    const slots = slot - afterSlot;
    const profile = this.profile(afterSlot, slots);
    if (profile) return profile.reduce((sum, value) => sum + value, 0);
    let [sum, known] = [0, 0];
    for (const [value, letter] of this.#slotsBefore(afterSlot + 1)) {
      if (!isMeasured(letter)) continue;
      sum += value;
      known += 1;
    }
    return known < LEAST_EXPECTED ? null : Math.round((sum * 1000 * slots) / known);
  }

  /** Mean volumes of the same slots on the same weekdays before, thousandths; null where nothing is known. */
  profile(afterSlot: number, slots: number): number[] | null {
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

  *#acceptedBefore(slot: number): Generator<AcceptedReading> {
    let accepted = this.#days.lastAccepted(slot);
    while (accepted && accepted.slot >= slot - LOOK_BACK_SLOTS) {
      yield accepted;
      accepted = this.#days.lastAccepted(accepted.slot);
    }
  }

  /** Value and letter of the slots of a week before one, newest first. */
  *#slotsBefore(slot: number): Generator<[value: number, letter: number]> {
    const { calendar } = this.#days;
    const lastDay = calendar.dayOfSlot(slot - 1);
    for (let day = lastDay; day >= calendar.dayOfSlot(slot - LOOK_BACK_SLOTS); day -= 1) {
      const block = this.#days.find(day)?.block;
      if (!block) continue;
      const end = Math.min(block.values.length, slot - block.firstSlot);
      for (let place = end - 1; place >= Math.max(0, slot - LOOK_BACK_SLOTS - block.firstSlot); place -= 1)
        yield [block.values[place] ?? 0, block.quality[place] ?? code.M];
    }
  }
}

/** How a counter counts at a slot, and the changes of its meter, oldest first. */
export type CounterMeter = { meterAt: (slot: number) => CounterModel; changes: readonly MeterChange[] };
