import type { Session } from '../../http/auth.ts';
import type { StoredSession } from './model.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** The caller of a session, with the permissions that its user has now; undefined when the user is not active. */
export const liveSession = (session: StoredSession, index: SessionIndex): Session | undefined => {
  const user = index.user(session.userId);
  if (!user?.active) return undefined;
  const { id: sessionId, industryId, loginType, panel } = session;
  const { id: userId, username, role, permissions, internal } = user;
  const homeIndustryId = user.industryId;
  return { caller: { userId, username, industryId, homeIndustryId, role, permissions, sessionId, loginType, internal }, panel };
};
