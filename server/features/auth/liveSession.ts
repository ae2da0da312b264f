import type { Caller } from '../../core/caller.ts';
import { Failure } from '../../core/fail.ts';
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

/**
 * For what is done after a password was hashed, which takes its time: who lost the session or a right meanwhile does it no more.
 * @throws Failure `sessionEnded` or `permission`.
 */
export const refuseOutdated = ({ sessionId, permissions }: Caller, index: SessionIndex): void => {
  const session = index.session(sessionId);
  const now = session && liveSession(session, index)?.caller.permissions;
  if (!now) throw new Failure('sessionEnded', 'Session expired');
  for (const permission of permissions)
    if (!now.has(permission)) throw new Failure('permission', `Permission ${permission} required`);
};
