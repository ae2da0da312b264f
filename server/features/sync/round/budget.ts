import { HOUR_MS } from '../../../core/time.ts';

/** A quiet time saves up as much as may be sent in this part of an hour. */
const SAVED_MS = HOUR_MS / 4;

/** How many bytes may leave in an hour: a rule of one number, without timers. */
export class ByteBudget {
  /** Monotonic time up to which the bytes sent so far are paid for. */
  #paidToMs = Number.NEGATIVE_INFINITY;

  /**
   * Notes that bytes are to be sent.
   * @param bytesPerHour null for as many as wanted.
   * @returns how long to wait before they may be, in ms.
   */
  waitMs(bytes: number, bytesPerHour: number | null, nowMs: number): number {
    if (bytesPerHour === null) return 0;
    const from = Math.max(this.#paidToMs, nowMs - SAVED_MS);
    this.#paidToMs = from + (bytes * HOUR_MS) / bytesPerHour;
    return Math.max(0, this.#paidToMs - nowMs);
  }
}
