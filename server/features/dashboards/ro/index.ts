export { createRoEvents, type RoEvents } from './create.ts';
export { RoDays } from './days.ts';
export { RoLog } from './log.ts';
export { RoReferences } from './references.ts';
export { RoStore } from './roStore.ts';
export { roRoutes } from './routes.ts';
export { type RoParts, RoService } from './service.ts';
