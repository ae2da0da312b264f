import type { Caller } from '../../core/caller.ts';
import type { Context } from '../../http/route.ts';
import type { AuditEntry } from '../audit/index.ts';

/** Who makes a change, in which industry, and how the audit log names it. */
export type Actor = Pick<Caller, 'industryId' | 'userId' | 'permissions'> & {
  act: Pick<AuditEntry, 'industryId' | 'userId' | 'ip' | 'requestId'> & { outcome: 'done' };
};

export const actorOf = ({ caller, ip, requestId }: Pick<Context, 'caller' | 'ip' | 'requestId'> & { caller: Caller }): Actor => {
  const { industryId, userId, permissions } = caller;
  return { industryId, userId, permissions, act: { industryId, userId, ip, requestId, outcome: 'done' } };
};
