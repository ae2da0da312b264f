import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './call.ts';

/** Asks again by itself only where the server was not reached or failed; a refusal stays one. */
const worthRetrying = (failures: number, error: unknown): boolean => {
  if (!(error instanceof ApiError) || failures >= 2) return false;
  const { failure } = error;
  return failure.kind === 'unreachable' || (failure.kind === 'refused' && failure.http === 503);
};

export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: worthRetrying,
        retryDelay: (failures) => Math.min(10_000, 1000 * 2 ** failures),
        // a plant network without internet is still a network
        networkMode: 'always',
        refetchOnWindowFocus: true,
      },
    },
  });
