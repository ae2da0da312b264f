import type { TripwireHit } from '../../http/dispatch.ts';
import type { Act, Witness } from '../../http/witness.ts';
import type { AuditEntry, AuditTrail } from './model.ts';

const entryOf = (kind: string, outcome: AuditEntry['outcome'], { caller, ip, requestId, what }: Act): AuditEntry => ({
  kind,
  outcome,
  industryId: caller?.industryId ?? null,
  userId: caller?.userId ?? null,
  ip,
  requestId,
  subject: what,
});

/** Writes down what the HTTP layer lets through, ignores and refuses. */
export const auditWitness = (trail: AuditTrail): Witness => ({
  refused(act, fault) {
    const entry = entryOf(`refused.${fault}`, 'refused', act);
    if (fault === 'permission') return trail.record(entry);
    trail.gather(entry);
  },
  ignoredTarget(act, target) {
    trail.gather({ ...entryOf('target.ignored', 'refused', act), after: { targetIndustryId: target.slice(0, 64) } });
  },
  actedElsewhere: (act, industryId) => trail.record({ ...entryOf('internal.access', 'done', act), industryId }),
  changed: (act, kind, { subject, ...note }) =>
    trail.record({ ...entryOf(kind, 'done', act), ...(subject !== undefined && { subject }), ...note }),
});

/** A request whose parameter looked like an SQL injection. */
export const tripwireEntry = ({ method, path, parameter, ...who }: TripwireHit): AuditEntry => ({
  ...who,
  kind: 'tripwire',
  outcome: 'refused',
  subject: `${method} ${path}: ${parameter}`,
});
