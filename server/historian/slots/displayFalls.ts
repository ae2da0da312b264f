import type { CounterHistory, CounterReading } from '../../core/counters/counterModel.ts';
import { capacity } from '../../core/counters/counterSteps.ts';

const SECONDS_PER_SLOT = 300;

/** So many readings in a row must follow from the one that a display fell to. */
const LEAST_STEPS = 2;

/** A display that went to where it cannot have come by water; `steps`: readings that followed from there since. */
type Jump = { slot: number; before: CounterReading; last: CounterReading; steps: number; isFall: boolean };

const secondsBetween = (from: CounterReading, to: CounterReading): number =>
  (to.slot - from.slot) * SECONDS_PER_SLOT + to.second - from.second;

/**
 * Sees in the readings of a slot that a counter began again, also where its last one says nothing of it. A display that comes back to
 * where it was had been read wrong, for however many readings: a jump is in question to the end of the next slot.
 */
export class DisplayFalls {
  readonly #history: Pick<CounterHistory, 'meterAt' | 'changes'>;
  #jump: Jump | null = null;
  #perSecond = 0;
  #play = 0;

  constructor(history: Pick<CounterHistory, 'meterAt' | 'changes'>) {
    this.#history = history;
  }

  /** Whether a step within a slot is to be followed: each of thousands of samples a second is asked for it. */
  isUnplain(step: number, seconds: number): boolean {
    return step < 0 || this.#jump !== null || step > this.#play + this.#perSecond * (seconds + 1);
  }

  forget(): void {
    this.#jump = null;
  }

  /** @returns a slot in which the display is known to have fallen now, or no longer is; null where nothing is known anew. */
  follow(before: CounterReading | null, shown: CounterReading): { slot: number; fell: boolean } | null {
    this.#limitsAt(shown);
    const jump = this.#jump;
    if (!jump || shown.slot > jump.slot + 1) {
      this.#jump = before && !this.#isStep(before, shown) ? this.#begun(before, shown) : null;
      return null;
    }
    if (secondsBetween(jump.last, shown) <= 0) return null;
    if (this.#isStep(jump.last, shown)) {
      jump.last = shown;
      jump.steps += 1;
      return jump.isFall && jump.steps === LEAST_STEPS ? { slot: jump.slot, fell: true } : null;
    }
    const isKnown = jump.isFall && jump.steps >= LEAST_STEPS;
    const isAnother = isKnown && shown.raw < jump.last.raw;
    const from = isAnother ? jump.last : jump.before;
    this.#jump = this.#isStep(from, shown) ? null : this.#begun(from, shown);
    return isKnown && !isAnother ? { slot: jump.slot, fell: false } : null;
  }

  #limitsAt({ slot, second }: CounterReading): void {
    const meter = this.#history.meterAt(slot, second);
    this.#play = meter.backDeadband;
    this.#perSecond = capacity(meter, 1 / SECONDS_PER_SLOT) - this.#play;
  }

  /** Counts that can have passed, either way: seconds are cut, so that one more can lie between. */
  #most(from: CounterReading, to: CounterReading): number {
    return this.#play + this.#perSecond * (secondsBetween(from, to) + 1);
  }

  /** Within what can have passed, also over a rollover or a change of the meter. */
  #isStep(from: CounterReading, to: CounterReading): boolean {
    const [step, most] = [to.raw - from.raw, this.#most(from, to)];
    return (
      Math.abs(step) <= most ||
      (step < 0 && step + this.#history.meterAt(to.slot, to.second).modulus <= most) ||
      this.#history.changes(from, to).length > 0
    );
  }

  #begun(before: CounterReading, last: CounterReading): Jump {
    return { slot: last.slot, before, last, steps: 0, isFall: last.raw < before.raw };
  }
}
