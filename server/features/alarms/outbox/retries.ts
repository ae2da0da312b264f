import { MINUTE_MS } from '../../../core/time.ts';
import type { Delivery } from './model.ts';

const SHORT_MS = [1, 5, 15].map((minutes) => minutes * MINUTE_MS);
export const LONGEST_WAIT_MS = 15 * MINUTE_MS;

/** So many tries follow each other quickly; a fault that lasts longer is said at the alarm. */
export const QUICK_TRIES = SHORT_MS.length + 1;

/** The try after which the alarm says that a message waits. Of a horn that is silent it says so at once: it is the last that calls somebody. */
export const saidAfter = (channel: Delivery['channel'], hasLeft: boolean): number =>
  channel === 'horn' && !hasLeft ? 1 : QUICK_TRIES;

/** How long a message waits after so many tries, from 1. */
export const retryWaitMs = (attempts: number): number => SHORT_MS[attempts - 1] ?? LONGEST_WAIT_MS;

/** More than fit the time of a message: they end one whose end is far off because the clock was set back. */
const MOST_TRIES = 30;

/**
 * Those of a message that failed that are tried again. A relay is switched once for an alarm, and not again where that failed, unless the order
 * never left; of a flood the others still have their try, so that one order that fails does not silence the horn for all.
 */
export const leftToTry = (rows: readonly Delivery[], dueAtMs: number, hasLeft: boolean): Delivery[] =>
  rows.filter(
    ({ channel, expiresAtMs, attempts }, at) =>
      (channel !== 'horn' || at > 0 || !hasLeft) && dueAtMs < expiresAtMs && attempts + 1 < MOST_TRIES,
  );
