import type { Route } from '../../http/route.ts';
import { commandRoutes } from './commandRoutes.ts';
import { pointRoutes } from './pointRoutes.ts';
import type { ReadOnlySwitch } from './readOnlySwitch.ts';
import type { PlcService } from './service.ts';

/** Commands of the User API, write points, the journal, raw windows and valves. */
export const plcRoutes = (service: PlcService, readOnly: ReadOnlySwitch): Route[] => [
  ...commandRoutes(service),
  ...pointRoutes(service, readOnly),
];
