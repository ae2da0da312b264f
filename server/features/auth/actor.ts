import type { Caller } from '../../core/caller.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { Origin } from './passwords/credentials.ts';

/** Whose session something is done to, and from where. */
export type SessionActor = Pick<Caller, 'userId' | 'industryId' | 'sessionId'> & Origin;

/** What the audit log keeps of a change to sessions or keys that was made. */
export const entryOf = (kind: string, { userId, industryId, ip, requestId }: SessionActor, subject: string): AuditEntry => ({
  kind,
  outcome: 'done',
  userId,
  industryId,
  ip,
  requestId,
  subject,
});
