import { readPermits } from '../../../contract/plant/readings/watch.ts';
import { readGwi } from '../../../contract/user/gwi.ts';
import { type Route, route } from '../../../http/route.ts';
import type { GroundwaterService } from './service.ts';

/** Groundwater intelligence: wells, their year, and the aquifers. */
export const groundwaterRoutes = (groundwater: Pick<GroundwaterService, 'data' | 'permits'>): Route[] => [
  route(readGwi)(({ query: { month } }, { caller: { industryId }, signal, etag }) =>
    groundwater.data({ industryId, signal }, month, etag),
  ),
  route(readPermits)((_, { caller: { industryId }, signal }) => groundwater.permits({ industryId, signal })),
];
