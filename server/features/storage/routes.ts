import { makeDiagnostics, readRetention } from '../../contract/plant/diagnostics.ts';
import { readPackages, readProgram, readProgramLog, readProgramMetrics } from '../../contract/plant/program.ts';
import { readStorage, startSelfTest } from '../../contract/plant/storage.ts';
import { file, type Route, route } from '../../http/route.ts';
import type { StorageService } from './service.ts';

export const storageRoutes = (storage: StorageService): Route[] => [
  route(readStorage)(() => storage.state()),
  route(startSelfTest)((_, { signal }) => storage.selfTest(signal)),
  route(readRetention)(() => storage.retention()),
  route(readProgram)(() => storage.program.state()),
  route(readProgramLog)(({ query }) => storage.program.log(query)),
  route(readProgramMetrics)(() => ({ minutes: storage.program.minutes() })),
  route(readPackages)(async () => ({ packages: [...(await storage.program.packages())] })),
  route(makeDiagnostics)(async (_, { signal }) => file(await storage.diagnostics(signal))),
];
