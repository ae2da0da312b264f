import type { ApiError } from './call.ts';

/** Whether the server knows the token no more. */
export const isOver = ({ failure }: ApiError): boolean =>
  failure.kind === 'refused' && failure.http >= 400 && failure.http < 500 && failure.http !== 429;

/** Whether the server wants the password once more. */
export const asksWho = ({ failure }: ApiError): boolean => failure.kind === 'refused' && failure.body.reason === 'confirmation';
