import { neutrality } from '../../../contract/user/neutrality.ts';
import { type Route, route } from '../../../http/route.ts';
import type { NeutralityService } from './service.ts';

/** Water neutrality. */
export const neutralityRoutes = ({ neutrality: service }: { neutrality: Pick<NeutralityService, 'data'> }): Route[] => [
  route(neutrality)(({ query }, { caller: { industryId }, signal, etag }) => service.data({ industryId, signal }, query, etag)),
];
