import { iso } from '../../core/time.ts';
import type { StoredSession } from './model.ts';

/** A session as it is answered. @param current id of the session that asks. */
export const sessionView = (session: StoredSession, current: string) => ({
  id: session.id,
  current: session.id === current,
  industryId: session.industryId,
  loginType: session.loginType,
  deviceId: session.deviceId,
  baseUrl: session.baseUrl,
  platform: session.platform,
  panel: session.panel,
  createdAt: iso(session.createdAtMs),
  expiresAt: iso(session.refreshExpiresAtMs),
});
