import type { CounterHistory, CounterReading } from '../../core/counters/counterModel.ts';
import { capacity } from '../../core/counters/counterSteps.ts';

const SECONDS_PER_SLOT = 300;

/** So many readings in a row must follow from the one that a display fell to. */
const LEAST_STEPS = 2;

/** A display that fell by more than can have flowed back, and has not gone back to where it was. */
type Fall = { slot: number; before: CounterReading; last: CounterReading; steps: number };

const secondsBetween = (from: CounterReading, to: CounterReading): number =>
  (to.slot - from.slot) * SECONDS_PER_SLOT + to.second - from.second;

/**
 * Sees in the readings of a slot that a counter began again, also where its last one says nothing of it: what the counter showed before
 * and after must each follow from its neighbours, so that a wrong reading or two are none. A fall is in question to the end of the next slot.
 */
export class DisplayFalls {
  readonly #history: Pick<CounterHistory, 'meterAt' | 'changes'>;
  #fall: Fall | null = null;

  constructor(history: Pick<CounterHistory, 'meterAt' | 'changes'>) {
    this.#history = history;
  }

  /** Readings that are not below the one before matter too. */
  get isOpen(): boolean {
    return this.#fall !== null;
  }

  forget(): void {
    this.#fall = null;
  }

  /**
   * @param before the reading before; @param earlier the one before that
   * @returns a slot in which the display is known to have fallen now, or no longer is; null where nothing is known anew.
   */
  follow(
    before: CounterReading | null,
    shown: CounterReading,
    earlier: () => CounterReading | null,
  ): { slot: number; fell: boolean } | null {
    const fall = this.#fall;
    if (!fall || shown.slot > fall.slot + 1) {
      this.#fall = before && this.#isFall(before, shown) && this.#isStep(earlier(), before) ? begun(before, shown) : null;
      return null;
    }
    if (secondsBetween(fall.last, shown) <= 0) return null;
    if (this.#isStep(fall.last, shown)) {
      fall.last = shown;
      fall.steps += 1;
      return fall.steps === LEAST_STEPS ? { slot: fall.slot, fell: true } : null;
    }
    const isKnown = fall.steps >= LEAST_STEPS;
    const isAnother = isKnown && shown.raw < fall.last.raw;
    const from = isAnother ? fall.last : fall.before;
    this.#fall = this.#isFall(from, shown) ? begun(from, shown) : null;
    return isKnown && !isAnother ? { slot: fall.slot, fell: false } : null;
  }

  /** Counts that can have passed, either way. */
  #most(from: CounterReading, to: CounterReading): number {
    // seconds are cut, so that one more can lie between
    return capacity(this.#history.meterAt(to.slot, to.second), (secondsBetween(from, to) + 1) / SECONDS_PER_SLOT);
  }

  #isStep(from: CounterReading | null, to: CounterReading): boolean {
    return from !== null && Math.abs(to.raw - from.raw) <= this.#most(from, to);
  }

  #isFall(from: CounterReading, to: CounterReading): boolean {
    const [step, most] = [to.raw - from.raw, this.#most(from, to)];
    if (step >= -most || this.#history.changes(from, to).length > 0) return false;
    return step + this.#history.meterAt(to.slot, to.second).modulus > most;
  }
}

const begun = (before: CounterReading, last: CounterReading): Fall => ({ slot: last.slot, before, last, steps: 0 });
