import { readStorage, startSelfTest } from '../../contract/plant/storage.ts';
import { type Route, route } from '../../http/route.ts';
import type { StorageService } from './service.ts';

export const storageRoutes = (storage: StorageService): Route[] => [
  route(readStorage)(() => storage.state()),
  route(startSelfTest)((_, { signal }) => storage.selfTest(signal)),
];
