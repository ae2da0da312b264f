import { type Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from './call.ts';

const firstDelayMs = 1000;
const longestDelayMs = 20_000;

/**
 * What passes by itself: a server that is away, restarting, failing or asks for fewer requests, or another program that answers in its
 * place. A refusal stays one.
 */
export const passes = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return false;
  const { failure } = error;
  if (failure.kind !== 'refused') return true;
  return failure.http >= 500 || failure.http === 429;
};

/** When the next try of a failed call comes, epoch ms of this machine's clock; by the error, which is new with each try. */
const nextTries = new WeakMap<object, number>();
export const nextTryOf = (error: unknown): number | null =>
  typeof error === 'object' && error !== null ? (nextTries.get(error) ?? null) : null;

/** Doubled each time, and never before the server's Retry-After. */
export const retryDelay = (failures: number, error: unknown): number => {
  const asked = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure.body.retryAfterSeconds : undefined;
  const delayMs = Math.max((asked ?? 0) * 1000, Math.min(longestDelayMs, firstDelayMs * 2 ** failures));
  // asked for each failure, also where no try follows
  if (typeof error === 'object' && error !== null && passes(error))
    nextTries.set(error, performance.timeOrigin + performance.now() + delayMs);
  return delayMs;
};

/** Tries without end what passes by itself, so that a page heals without a click; `failureReason` says why it waits. */
export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (_failures, error) => passes(error),
        retryDelay,
        // a plant network without internet is still a network
        networkMode: 'always',
        refetchOnWindowFocus: true,
      },
    },
  });

/**
 * The server is back: what failed or waits asks at once, and so does everything that was answered before.
 * @param since what was answered since, epoch ms of this machine's clock, is not asked again, nor what is under way for the first time.
 */
export const askAgain = async (client: QueryClient, since = Number.POSITIVE_INFINITY): Promise<void> => {
  const failing = new Set(client.getQueryCache().findAll({ predicate: ({ state }) => state.fetchFailureCount > 0 }));
  await client.cancelQueries({ predicate: (query) => failing.has(query) });
  const isNew = ({ state }: Query): boolean =>
    since !== Number.POSITIVE_INFINITY && (state.fetchStatus === 'fetching' || state.dataUpdatedAt >= since);
  await client.refetchQueries({ type: 'active', predicate: (query) => failing.has(query) || !isNew(query) });
};
