import type { DeviceState } from '../../core/field/field.ts';

const cyclesToOffline = 3;
const answersToGood = 2;
/** A cycle that begins a little early is a cycle of its own. */
const cycleSlack = 0.9;

/** Good → Suspect → Offline after three silent cycles in a row, back to Good after two answers. */
export class Health {
  readonly #cycleMs: number;
  #state: DeviceState['health'] = 'unknown';
  #silentCycles = 0;
  #triesInCycle = 0;
  #cycleFromMs = Number.NEGATIVE_INFINITY;
  #answers = 0;

  /** `cycleMs`: how often the device is read. */
  constructor(cycleMs: number) {
    this.#cycleMs = cycleMs;
  }

  get state(): DeviceState['health'] {
    return this.#state;
  }

  /** The last request went unanswered. */
  get isSilent(): boolean {
    return this.#silentCycles > 0;
  }

  /** A silent device may be tried once a cycle, and once more in the first, lest one bad block condemns it. */
  mayTry(nowMs: number): boolean {
    return !this.isSilent || this.#isNewCycle(nowMs) || (this.#silentCycles === 1 && this.#triesInCycle < 2);
  }

  /** A request sent at `sentMs` went unanswered. */
  failed(sentMs: number): void {
    this.#answers = 0;
    if (this.isSilent && !this.#isNewCycle(sentMs)) {
      this.#triesInCycle += 1;
      return;
    }
    this.#cycleFromMs = sentMs;
    this.#triesInCycle = 1;
    this.#silentCycles += 1;
    if (this.#state !== 'offline') this.#state = this.#silentCycles >= cyclesToOffline ? 'offline' : 'suspect';
  }

  answered(): void {
    this.#silentCycles = 0;
    this.#answers += 1;
    if (this.#state === 'unknown' || this.#answers >= answersToGood) this.#state = 'good';
    else if (this.#state === 'offline') this.#state = 'suspect';
  }

  #isNewCycle(ms: number): boolean {
    return ms - this.#cycleFromMs >= cycleSlack * this.#cycleMs;
  }
}
