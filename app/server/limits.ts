import type { StartingStep } from '../../server/contract/process/shell.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long each step of a start may say nothing: a large database is checked and brought up to date in one go. */
export const silenceMs: Readonly<Record<StartingStep, number>> = {
  demo: 10 * MINUTE,
  restore: 35 * MINUTE,
  database: 30 * MINUTE,
  plant: 5 * MINUTE,
  network: 2 * MINUTE,
  field: 5 * MINUTE,
};

export type Limits = {
  /** Until the first step is named: a slow or busy disk reads the program itself in that time, and one that is ended begins anew. */
  firstMs: number;
  /** Without a pulse a running server is stuck. */
  silentMs: number;
  stopMs: number;
  /** A process that does not end when it is asked to is ended by force. */
  forceMs: number;
  /** After the first end: at once, as a plant that is not measured waits for nothing. */
  firstRetryMs: number;
  /** After the second end; doubled each time from there. */
  nextRetryMs: number;
  longestRetryMs: number;
  healthyMs: number;
  /** So many ends within that time are a crash loop. */
  loopEnds: number;
  loopMs: number;
};

export const usualLimits: Limits = {
  firstMs: 2 * MINUTE,
  silentMs: 30 * SECOND,
  stopMs: 5 * SECOND,
  forceMs: 2 * SECOND,
  firstRetryMs: 0,
  nextRetryMs: SECOND,
  longestRetryMs: MINUTE,
  healthyMs: MINUTE,
  loopEnds: 5,
  loopMs: 10 * MINUTE,
};
