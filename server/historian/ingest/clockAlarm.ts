import type { Bus } from '../../core/bus.ts';
import type { ClockStep } from '../../core/plantClock.ts';
import { HOUR_MS } from '../../core/time.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import { sayStep } from './sayStep.ts';

type Parts = {
  bus: Pick<Bus, 'emit'>;
  units: Pick<UnitDirectory, 'industries'>;
  clock: { monotonicMs(): number; readonly isAhead: boolean };
};

/** Every plant's readings go by it. */
const CLOCK = { key: 'clock', name: 'Clock of the server' } as const;

/** Keeps the alarm of the server's clock: raised when the time of day was set, over once it was left alone and right for an hour. */
export class ClockAlarm {
  readonly #parts: Parts;
  #stepMs: number;
  /** Not known after a start: an alarm of the run before may be open. */
  #isOpen: boolean | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#stepMs = parts.clock.monotonicMs();
  }

  /** @param steps since it was last asked */
  follow(steps: readonly ClockStep[]): void {
    const { clock } = this.#parts;
    const nowMs = clock.monotonicMs();
    const last = steps.at(-1);
    if (last) {
      this.#stepMs = nowMs;
      this.#isOpen = true;
      this.#report(`it ${sayStep(last, (ms) => `${Math.round(ms / 60_000)} min`)}`);
    } else if (this.#isOpen !== false && nowMs - this.#stepMs >= HOUR_MS && !clock.isAhead) {
      this.#isOpen = false;
      this.#report(null);
    }
  }

  #report(text: string | null): void {
    const { bus, units } = this.#parts;
    for (const { id: industryId } of units.industries()) bus.emit('equipmentFault', { industryId, ...CLOCK, text });
  }
}
