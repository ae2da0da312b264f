import { ApiError } from './call.ts';

/** There is no such thing on the server, or no longer. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.http === 404;
