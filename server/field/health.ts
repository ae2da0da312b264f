import type { DeviceState } from '../core/field.ts';

const failuresToOffline = 3;
const successesToGood = 2;

/** Good → Suspect → Offline after three silences in a row, back to Good after two answers. */
export class Health {
  #state: DeviceState['health'] = 'unknown';
  #failures = 0;
  #successes = 0;

  get state(): DeviceState['health'] {
    return this.#state;
  }

  /** The last request went unanswered. */
  get isSilent(): boolean {
    return this.#failures > 0;
  }

  failed(): void {
    this.#failures += 1;
    this.#successes = 0;
    if (this.#state !== 'offline') this.#state = this.#failures >= failuresToOffline ? 'offline' : 'suspect';
  }

  answered(): void {
    this.#failures = 0;
    this.#successes += 1;
    if (this.#state === 'unknown' || this.#successes >= successesToGood) this.#state = 'good';
    else if (this.#state === 'offline') this.#state = 'suspect';
  }
}
