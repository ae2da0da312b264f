import type { Caller } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { isFailure } from '../../core/fail.ts';
import { lastUsed } from '../../core/lastUsed.ts';
import { HOUR_MS } from '../../core/time.ts';
import { type AuditedRequest, type AuditSink, isRefusal } from '../../http/auditSink.ts';
import type { SessionChecker } from '../../http/auth.ts';
import type { TripwireHit } from '../../http/dispatch.ts';
import type { AuditEntry, AuditTrail } from './model.ts';
import type { AuditService } from './service.ts';

const entryOf = (kind: string, outcome: AuditEntry['outcome'], { caller, ip, requestId, what }: AuditedRequest): AuditEntry => ({
  kind,
  outcome,
  industryId: caller?.industryId ?? null,
  userId: caller?.userId ?? null,
  ip,
  requestId,
  subject: what,
});

/** Refused permissions of one person that have rows of their own in an hour; the log is never cut, and further ones are counted. */
const MOST_ROWS = 20;
const MOST_PEOPLE = 1000;

/** Writes down what the HTTP layer lets through, ignores and refuses. */
export const createAuditSink = (trail: Pick<AuditService, keyof AuditTrail | 'carryOut'>, clock: Clock): AuditSink => {
  const written = lastUsed<string, { sinceMs: number; rows: number }>(MOST_PEOPLE);
  const hasRow = (userId: string): boolean => {
    const nowMs = clock.monotonicMs();
    const known = written.get(userId);
    const own = known && nowMs - known.sinceMs < HOUR_MS ? known : { sinceMs: nowMs, rows: 0 };
    own.rows += 1;
    written.set(userId, own);
    return own.rows <= MOST_ROWS;
  };
  return {
    refused(act, fault) {
      const entry = entryOf(`refused.${fault}`, 'refused', act);
      if (fault === 'permission' && hasRow(act.caller?.userId ?? '')) return trail.record(entry);
      trail.gather(entry);
    },
    ignoredTarget(act, target) {
      trail.gather({ ...entryOf('target.ignored', 'refused', act), after: { targetIndustryId: target.slice(0, 64) } });
    },
    actedElsewhere: (act, industryId) => trail.record({ ...entryOf('internal.access', 'done', act), industryId }),
    changing: (act, kind, notes, work) =>
      trail.carryOut(entryOf(kind, 'done', act), work, () =>
        notes.map(({ subject, ...note }) => ({ ...(subject !== undefined && { subject }), ...note })),
      ),
  };
};

/** A request whose parameter looked like an SQL injection. */
export const tripwireEntry = ({ method, path, parameter, ...who }: TripwireHit): AuditEntry => ({
  ...who,
  kind: 'tripwire',
  outcome: 'refused',
  subject: `${method} ${path}: ${parameter}`,
});

/** Whose live connection a token opens; one that opens none is counted. @throws Failure as the checker. */
export const liveCaller = (token: string, sessions: SessionChecker, trail: AuditTrail): Caller => {
  try {
    return sessions.access(token, { wall: true }).caller;
  } catch (error) {
    if (isFailure(error) && isRefusal(error.code))
      trail.gather({
        kind: `refused.${error.code}`,
        outcome: 'refused',
        industryId: null,
        userId: null,
        subject: 'GET /api/user/live',
      });
    throw error;
  }
};
