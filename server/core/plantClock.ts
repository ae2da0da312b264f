import type { Clock } from './clock.ts';

/** The time of day went another way than the monotonic clock. */
export type ClockStep = {
  /** Negative: the time of day was set back. */
  byMs: number;
  /** The time of day after it. */
  wallMs: number;
  /** The plant's time after it. */
  plantMs: number;
};

/** Less than this between two looks is rounding and slow correction. */
const NOISE_MS = 1000;
/** From here on a step is reported. */
const REPORTED_MS = 60_000;
/** How much slower the plant's time goes while the time of day is behind it; below the tenth that a meter may exceed its Qmax by. */
const SLOWER = 0.05;

/**
 * The time by which readings are ordered: the time of day, except that it never goes back. When the time of day is set back this goes
 * on with the monotonic clock, 5 % slower until the other has caught up; when it is set ahead this follows at once.
 */
export class PlantClock implements Clock {
  readonly #clock: Clock;
  #wallMs: number;
  #lookMs: number;
  /** By how much the plant's time is ahead of the time of day; never negative. */
  #aheadMs = 0;
  #plantMs: number;
  #steps: ClockStep[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#wallMs = clock.now();
    this.#lookMs = clock.monotonicMs();
    this.#plantMs = this.#wallMs;
  }

  now(): number {
    const wallMs = this.#clock.now();
    const lookMs = this.#clock.monotonicMs();
    const elapsedMs = lookMs - this.#lookMs;
    const byMs = wallMs - this.#wallMs - elapsedMs;
    this.#wallMs = wallMs;
    this.#lookMs = lookMs;
    this.#aheadMs = Math.max(0, this.#aheadMs - SLOWER * elapsedMs);
    if (Math.abs(byMs) >= NOISE_MS) this.#aheadMs = Math.max(0, this.#aheadMs - byMs);
    this.#plantMs = Math.max(this.#plantMs, Math.round(wallMs + this.#aheadMs));
    if (Math.abs(byMs) >= REPORTED_MS) this.#steps.push({ byMs: Math.round(byMs), wallMs, plantMs: this.#plantMs });
    return this.#plantMs;
  }

  monotonicMs(): number {
    return this.#clock.monotonicMs();
  }

  /** Goes on from where an earlier run had come, if the time of day is behind that. */
  continueFrom(plantMs: number): void {
    const nowMs = this.now();
    if (plantMs <= nowMs) return;
    this.#aheadMs += plantMs - nowMs;
    this.#plantMs = plantMs;
    if (plantMs - nowMs >= REPORTED_MS) this.#steps.push({ byMs: nowMs - plantMs, wallMs: this.#wallMs, plantMs });
  }

  /** Whether the plant's time is still ahead of the time of day. */
  get isAhead(): boolean {
    return this.#aheadMs >= NOISE_MS;
  }

  /** Steps of at least a minute since this was last asked. */
  takeSteps(): ClockStep[] {
    this.now();
    return this.#steps.splice(0);
  }
}
