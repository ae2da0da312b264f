/** The only source of the time of day; everything else is handed one of these. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
  /** Milliseconds that never go back, for measuring. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/** The same clock with its time of day set back by `byMs`. */
export const clockBehind = (clock: Clock, byMs: number): Clock => ({
  now: () => clock.now() - byMs,
  monotonicMs: () => clock.monotonicMs(),
});

/** A clock that is moved by hand; for tests and for producing history. */
export class ManualClock implements Clock {
  #nowMs: number;
  #monotonicMs = 0;

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  advance(ms: number): void {
    this.#nowMs += ms;
    this.#monotonicMs += ms;
  }

  /** Time passes until a moment; an earlier one is a clock that was set back. */
  set(nowMs: number): void {
    this.#monotonicMs += Math.max(0, nowMs - this.#nowMs);
    this.#nowMs = nowMs;
  }

  /** The time of day is set by hand; no time passes. */
  stepWall(byMs: number): void {
    this.#nowMs += byMs;
  }
}
