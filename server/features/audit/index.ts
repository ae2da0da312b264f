export { createAuditSink, liveCaller, tripwireEntry } from './auditSink.ts';
export { createAudit } from './create.ts';
export type { AuditEntry, AuditTrail } from './model.ts';
export { auditRoutes } from './routes.ts';
export { auditWalk } from './store.ts';
