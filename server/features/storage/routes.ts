import { makeDiagnostics, readRetention } from '../../contract/plant/diagnostics.ts';
import { readStorage, startSelfTest } from '../../contract/plant/storage.ts';
import { file, type Route, route } from '../../http/route.ts';
import type { StorageService } from './service.ts';

export const storageRoutes = (storage: StorageService): Route[] => [
  route(readStorage)(() => storage.state()),
  route(startSelfTest)((_, { signal }) => storage.selfTest(signal)),
  route(readRetention)(() => storage.retention()),
  route(makeDiagnostics)(async (_, { signal }) => file(await storage.diagnostics(signal))),
];
