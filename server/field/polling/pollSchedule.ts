/** Half the resolution of timers: a timer that fires this early is not early. */
const slackMs = 0.5;

/** Due times fixed once and for all, phase + n x period on the monotonic clock, so that a late tick delays no other. */
export class PollSchedule {
  readonly #periodMs: number;
  readonly #phaseMs: number;
  #nextMs: number;

  /** `phase` 0..1 shifts lines of one period against each other. */
  constructor(periodMs: number, phase: number, nowMs: number) {
    this.#periodMs = periodMs;
    this.#phaseMs = phase * periodMs;
    this.#nextMs = this.#after(nowMs);
  }

  get nextMs(): number {
    return this.#nextMs;
  }

  /** How many due times have passed since the last call. */
  takeDue(nowMs: number): number {
    if (nowMs + slackMs < this.#nextMs) return 0;
    const dueMs = this.#nextMs;
    this.#nextMs = this.#after(nowMs + slackMs);
    return Math.round((this.#nextMs - dueMs) / this.#periodMs);
  }

  #after(ms: number): number {
    return (Math.floor((ms - this.#phaseMs) / this.#periodMs) + 1) * this.#periodMs + this.#phaseMs;
  }
}
