import type { PlantClock } from '../../core/plantClock.ts';
import { SLOT_MS } from '../../core/slots.ts';

const FLUSH_MS = 10_000;
/** A slot closes this long after its end, so that answers under way still count. */
export const GRACE_MS = 2000;
/** A timer may fire a little early by the plant's clock. */
const SOONEST_MS = 100;

/** Says when to store: every 10 s, and once as soon as a slot can close; readers count it from 5 s after its end on (`SETTLE_MS`). */
export class FlushTimer {
  readonly #clock: Pick<PlantClock, 'now'>;
  readonly #isDue: (slotCanClose: boolean) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Pick<PlantClock, 'now'>, isDue: (slotCanClose: boolean) => void) {
    this.#clock = clock;
    this.#isDue = isDue;
  }

  start(): void {
    const closesInMs = SLOT_MS - ((this.#clock.now() - GRACE_MS) % SLOT_MS);
    const slotCanClose = closesInMs <= FLUSH_MS;
    const inMs = slotCanClose ? Math.max(SOONEST_MS, closesInMs) : FLUSH_MS;
    this.#timer = setTimeout(() => {
      this.start();
      this.#isDue(slotCanClose);
    }, inMs);
  }

  /** Whether it ran until now. */
  stop(): boolean {
    const ran = this.#timer !== undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return ran;
  }
}
