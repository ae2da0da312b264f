import { ApiError } from '../../api/call.ts';

/** Whether the server refused a change because somebody else changed the same meanwhile. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.http === 409;
