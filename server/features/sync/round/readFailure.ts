import { isFailure } from '../../../core/fail.ts';
import { HubRefusal } from '../hubClient.ts';
import type { HubState } from '../model.ts';

const states: Readonly<Record<string, HubState>> = {
  unknownSite: 'revoked',
  notPaired: 'revoked',
  revoked: 'revoked',
  forked: 'forked',
  epochOld: 'forked',
  waiting: 'waiting',
};

/** What a failed round says about the pairing, and how long the hub wants to be left alone. */
export const readFailure = (error: unknown): { state: HubState | undefined; atLeastMs: number } => {
  if (!(error instanceof HubRefusal))
    return { state: undefined, atLeastMs: 1000 * ((isFailure(error) && error.details.retryAfterSeconds) || 0) };
  const { code, retryAfterSeconds = 0 } = error.body;
  return { state: states[code], atLeastMs: 1000 * retryAfterSeconds };
};
