export { RoDays } from './days.ts';
export { RoLog } from './log.ts';
export { RoReferences } from './references.ts';
export { RoEventLog } from './roEventLog.ts';
export { RoStore } from './roStore.ts';
export { roRoutes } from './routes.ts';
export { type RoParts, RoService } from './service.ts';
