export { ExecutiveAccess, type ScopedTokens } from './access.ts';
export { crossDashboardKpis } from './crossDashboardKpis.ts';
export { ExecutiveStore } from './executiveStore.ts';
export { isKnownMonth } from './knownMonths.ts';
export { producedMonths } from './production.ts';
export { executiveRoutes } from './routes.ts';
export { ExecutiveService } from './service.ts';
