import { DAY_MS } from '../../core/time.ts';

export const ACCESS_SECONDS = 4 * 3600;
const REFRESH_SECONDS = 14 * 86_400;
const MOBILE_REFRESH_SECONDS = 60 * 86_400;
/** However often it is renewed, a session ends for good so long after its login. */
const SESSION_SECONDS = 90 * 86_400;
/** Longest life of a token, after which the key that signed it is not needed. */
export const KEEP_KEY_MS = MOBILE_REFRESH_SECONDS * 1000;
/** A refresh token with less than this left is replaced. */
export const ROTATE_BELOW_MS = 7 * DAY_MS;

type Life = { createdAtMs: number; platform: string | null };

/** What is left of a session at most, in whole seconds. */
export const leftSeconds = ({ createdAtMs }: Pick<Life, 'createdAtMs'>, nowMs: number): number =>
  Math.floor((createdAtMs - nowMs) / 1000) + SESSION_SECONDS;

export const refreshSeconds = (session: Life, nowMs: number): number =>
  Math.min(
    /^(android|ios)$/i.test(session.platform ?? '') ? MOBILE_REFRESH_SECONDS : REFRESH_SECONDS,
    leftSeconds(session, nowMs),
  );

/** Whether its refresh token lives as long as the session itself, so that another would be no longer. */
export const isLastRefresh = ({
  createdAtMs,
  refreshExpiresAtMs,
}: {
  createdAtMs: number;
  refreshExpiresAtMs: number;
}): boolean => refreshExpiresAtMs >= createdAtMs + (SESSION_SECONDS - 2) * 1000;
