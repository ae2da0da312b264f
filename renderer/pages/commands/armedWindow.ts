/** How long a command that was chosen may be sent without being looked at once more. */
export const ARMED_MS = 60_000;

/** A moment by the time of day, and by a clock that nobody sets. */
export type Moment = { clockMs: number; monotonicMs: number };

/**
 * Whole seconds for which a command chosen at `armed` may still be sent; 0 when its window is over or was ended. By whichever clock says
 * more has passed: the time of day may be set back, the other one stops while a machine sleeps.
 */
export const armedSeconds = (armed: Moment | null, now: Moment): number => {
  if (armed === null) return 0;
  const passedMs = Math.max(now.clockMs - armed.clockMs, now.monotonicMs - armed.monotonicMs);
  return Math.max(0, Math.ceil((ARMED_MS - passedMs) / 1000));
};
