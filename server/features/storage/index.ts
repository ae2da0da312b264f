export { createStorage } from './create.ts';
export { headsAsNoted, readHeadFile } from './headFile.ts';
export { headsOf } from './model.ts';
export { checkedPages, PageCheck } from './pageCheck.ts';
export { isOnBattery } from './powerSupply.ts';
export { PowerWatch } from './powerWatch.ts';
export { storageRoutes } from './routes.ts';
export { selfTest } from './selfTestStore.ts';
export type { StorageService } from './service.ts';
