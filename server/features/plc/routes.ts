import type { Route } from '../../http/route.ts';
import { type CommandRouteParts, commandRoutes } from './commandRoutes.ts';
import { type PointRouteParts, pointRoutes } from './pointRoutes.ts';

/** Commands of the User API, write points, the journal, raw windows and valves. */
export const plcRoutes = (parts: CommandRouteParts & PointRouteParts): Route[] => [
  ...commandRoutes(parts),
  ...pointRoutes(parts),
];
