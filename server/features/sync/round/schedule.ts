import { HOUR_MS, MINUTE_MS } from '../../../core/time.ts';

const AFTER_FAILURE = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);
const JITTER = 0.3;
/** Between rounds while all is well. */
const USUAL_MS = HOUR_MS;
/** A server that has just started has other things to do. */
export const FIRST_MS = 2 * MINUTE_MS;
/** After a person decided about a proposal: perhaps they decide about the next. */
export const SOON_MS = 15_000;
/** While the hub's owner has not confirmed the pairing. */
export const WAITING_MS = 2 * MINUTE_MS;
/** Plants do not all come when their days close. */
const SPREAD_MS = 30 * MINUTE_MS;

const spread = (ms: number, random: number): number => Math.round(ms * (1 - JITTER + 2 * JITTER * random));

/**
 * When the next round begins.
 * @param failures rounds that failed one after the other.
 * @param random 0 up to 1.
 * @param atLeastMs what the hub asked for.
 */
export const nextRoundMs = (failures: number, random: number, atLeastMs = 0): number =>
  Math.max(
    atLeastMs,
    spread(failures === 0 ? USUAL_MS : (AFTER_FAILURE[Math.min(failures, AFTER_FAILURE.length) - 1] ?? USUAL_MS), random),
  );

export const afterClosingMs = (random: number): number => Math.round(SPREAD_MS * random);
