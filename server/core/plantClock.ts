import type { Clock } from './clock.ts';
import { DAY_MS } from './time.ts';

/** The time of day went another way than the monotonic clock. */
export type ClockStep = {
  /** Negative: the time of day was set back. */
  byMs: number;
  /** The time of day after it. */
  wallMs: number;
  /** The plant's time after it. */
  plantMs: number;
  /** `begun`: nobody knows yet whether the time of day is right. `over`: it stood for ten minutes, and counts. */
  doubt?: 'begun' | 'over';
};

/** Less than this between two looks is rounding and slow correction. */
const NOISE_MS = 1000;
/** From here on a step is reported. */
const REPORTED_MS = 60_000;
/** How much slower the plant's time goes while the time of day is behind it; below the tenth that a meter may exceed its Qmax by. */
const SLOWER = 0.05;
/** A time of day that is off by more than this is more likely wrong than right, until it has stood for a while. */
const DOUBTED_MS = DAY_MS;
/** As long as this: a time server, or whoever set it, puts right what is wrong. */
const DOUBT_MS = 10 * 60_000;

/**
 * The time by which readings are ordered: the time of day, except that it never goes back. When the time of day is set back this goes
 * on with the monotonic clock, 5 % slower until the other has caught up; when it is set ahead this follows at once, by more than a day only
 * after ten minutes: what was read at a time to come cannot be taken back.
 */
export class PlantClock implements Clock {
  readonly #clock: Clock;
  #wallMs: number;
  #lookMs: number;
  /** By how much the plant's time is ahead of the time of day; never negative. */
  #aheadMs = 0;
  /** By how much the time of day was set ahead and is not followed yet. */
  #heldMs = 0;
  /** Monotonic: since when the time of day is in doubt. */
  #doubtedMs: number | undefined;
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
    if (Math.abs(byMs) >= NOISE_MS) this.#step(byMs);
    if (this.#doubtedMs !== undefined && lookMs - this.#doubtedMs >= DOUBT_MS) this.#believe();
    this.#plantMs = Math.max(this.#plantMs, this.#ownMs());
    return this.#plantMs;
  }

  #ownMs(): number {
    return Math.round(this.#wallMs - this.#heldMs + this.#aheadMs);
  }

  #step(byMs: number): void {
    // one that is behind what was read is known to be wrong, and what sets it ahead puts it right
    const wasRight = this.#aheadMs <= DOUBTED_MS;
    this.#heldMs += byMs;
    const isHeld = wasRight && this.#heldMs - this.#aheadMs > DOUBTED_MS;
    if (!isHeld) this.#follow();
    else if (this.#doubtedMs === undefined || Math.abs(byMs) >= REPORTED_MS) this.#doubtedMs = this.#lookMs;
    if (!isHeld && this.#aheadMs <= DOUBTED_MS) this.#doubtedMs = undefined;
    if (Math.abs(byMs) >= REPORTED_MS) this.#report(byMs, isHeld ? 'begun' : undefined);
  }

  #follow(): void {
    this.#aheadMs = Math.max(0, this.#aheadMs - this.#heldMs);
    this.#heldMs = 0;
  }

  #believe(): void {
    this.#doubtedMs = undefined;
    if (this.#heldMs === 0) return;
    const byMs = this.#heldMs;
    this.#follow();
    this.#report(byMs, 'over');
  }

  #report(byMs: number, doubt?: ClockStep['doubt']): void {
    this.#plantMs = Math.max(this.#plantMs, this.#ownMs());
    this.#steps.push({ byMs: Math.round(byMs), wallMs: this.#wallMs, plantMs: this.#plantMs, ...(doubt && { doubt }) });
  }

  monotonicMs(): number {
    return this.#clock.monotonicMs();
  }

  /**
   * Goes on from where an earlier run had come, if the time of day is behind that. By more than a day it is that of a clock whose battery is dead,
   * and how long nothing was read is not known until it is set.
   */
  continueFrom(plantMs: number): void {
    const behindMs = plantMs - this.now();
    if (behindMs <= 0) return;
    this.#aheadMs += behindMs;
    this.#plantMs = plantMs;
    const isDoubted = behindMs > DOUBTED_MS;
    if (isDoubted) this.#doubtedMs = this.#lookMs;
    if (behindMs >= REPORTED_MS) this.#report(-behindMs, isDoubted ? 'begun' : undefined);
  }

  /** Whether what is read now may be of another time: see `ClockStep.doubt`. */
  get isInDoubt(): boolean {
    return this.#doubtedMs !== undefined;
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
