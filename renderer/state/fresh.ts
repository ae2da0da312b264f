import { ApiError } from '../api/call.ts';

/** Why something is old, or not there: a key of text.page.why. */
export type Why =
  | 'unreachable'
  | 'timeout'
  | 'rateLimit'
  | 'busy'
  | 'server'
  | 'foreign'
  | 'unreadable'
  | 'refused'
  | 'link'
  | 'old';

/** How fresh a panel's data is. */
export type Fresh = {
  /** When the data came, plant time; null where there is none yet. */
  atMs: number | null;
  /** Why it is older than it should be; null while it is fresh. */
  why: Why | null;
  /** When it is asked for again, plant time; null where nothing is planned or it is asked now. */
  nextTryMs: number | null;
  /** What was chosen has not come yet: what is known is of what was chosen before, and must not be shown under its name. */
  awaited?: true;
};

export const whyOf = (error: unknown): Why => {
  if (!(error instanceof ApiError)) return 'unreadable';
  const { failure } = error;
  if (failure.kind === 'unreachable') return failure.timedOut ? 'timeout' : 'unreachable';
  if (failure.kind === 'unreadable' && failure.foreign) return 'foreign';
  if (failure.http === 429) return 'rateLimit';
  if (failure.http === 503) return 'busy';
  if (failure.http >= 500) return 'server';
  return failure.kind === 'unreadable' ? 'unreadable' : 'refused';
};

/** The server would say no again: the right is missing. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.body.reason === 'permission';

/** What was asked for is not there: a plant without such units has no such category. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.http === 404;

/** Older than two of the intervals in which it is asked for; `everyMs` is false for what is asked once. */
export const isOld = (atMs: number | null, everyMs: number | false, nowMs: number): boolean =>
  atMs !== null && everyMs !== false && nowMs - atMs > 2 * everyMs;

type Known = { atMs: number | null; error: unknown; nextTryMs: number | null; isOld: boolean };

/** Data is fresh while its last call was answered and it is not old. */
export const freshIn = ({ atMs, error, nextTryMs, isOld: old }: Known): Fresh => {
  if (error !== null && error !== undefined) return { atMs, why: whyOf(error), nextTryMs };
  return { atMs, why: old ? 'old' : null, nextTryMs: null };
};

/** The worst of several: what a page that needs all of them may claim. */
export const worstOf = (all: readonly Fresh[]): Fresh => {
  const times = all.flatMap(({ atMs }) => (atMs === null ? [] : [atMs]));
  const stale = all.find(({ why }) => why !== null);
  return {
    atMs: times.length === 0 ? null : Math.min(...times),
    why: stale?.why ?? null,
    nextTryMs: stale?.nextTryMs ?? null,
    ...(all.some(({ awaited }) => awaited) ? { awaited: true as const } : {}),
  };
};
