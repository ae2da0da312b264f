export { createAuditSink, liveCaller, tripwireEntry } from './auditSink.ts';
export type { AuditEntry, AuditTrail } from './model.ts';
export { auditRoutes } from './routes.ts';
export { AuditService } from './service.ts';
export { AuditStore } from './store.ts';
