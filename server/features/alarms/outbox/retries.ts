import { MINUTE_MS } from '../../../core/time.ts';

const SHORT_MS = [1, 5, 15].map((minutes) => minutes * MINUTE_MS);
export const LONGEST_WAIT_MS = 15 * MINUTE_MS;

/** So many tries follow each other quickly; a fault that lasts longer is said at the alarm. */
export const QUICK_TRIES = SHORT_MS.length + 1;

/** How long a message waits after so many tries, from 1. */
export const retryWaitMs = (attempts: number): number => SHORT_MS[attempts - 1] ?? LONGEST_WAIT_MS;

/** More than fit the time of a message: they end one whose end is far off because the clock was set back. */
export const MOST_TRIES = 30;
