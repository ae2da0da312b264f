export type { AuditEntry, AuditTrail } from './model.ts';
export { auditRoutes } from './routes.ts';
export { AuditService } from './service.ts';
export { AuditStore } from './store.ts';
export { auditWitness, liveCaller, tripwireEntry } from './witness.ts';
