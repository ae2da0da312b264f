import { ApiError } from './call.ts';

/** How a session may end that nobody signed out of. */
export type EndReason = 'expired' | 'ended' | 'invalid' | 'disabled';

/** Whether the server knows the token no more. */
export const isOver = ({ failure }: ApiError): boolean =>
  failure.kind === 'refused' && failure.http >= 400 && failure.http < 500 && failure.http !== 429;

/** Whether the server wants the password once more. */
export const asksWho = ({ failure }: ApiError): boolean => failure.kind === 'refused' && failure.body.reason === 'confirmation';

/** How an answer ends the session; null where it does not. */
export const endedBy = (error: unknown): EndReason | null => {
  if (!(error instanceof ApiError) || error.failure.kind !== 'refused') return null;
  const { http, body } = error.failure;
  if (body.code === 440) return 'ended';
  if (body.code === 420) return 'expired';
  if (body.code === 1405) return 'disabled';
  return body.code === 422 || (http === 401 && body.reason !== 'permission') ? 'invalid' : null;
};
