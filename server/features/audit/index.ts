export { createAuditSink, liveCaller, tripwireEntry } from './auditSink.ts';
export { createAudit } from './create.ts';
export type { AuditEntry, AuditTrail, LastChanges } from './model.ts';
export { auditRoutes } from './routes.ts';
export { auditEntries, auditWalk } from './store.ts';
