export { ExecutiveAccess, type ScopedTokens } from './access.ts';
export { ExecutiveStore } from './executiveStore.ts';
export { othersOf } from './others.ts';
export { producedMonths } from './production.ts';
export { executiveRoutes } from './routes.ts';
export { ExecutiveService } from './service.ts';
