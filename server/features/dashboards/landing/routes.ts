import { landingUserData } from '../../../contract/user/landing.ts';
import { type Route, route } from '../../../http/route.ts';
import type { LandingService } from './service.ts';

/** The landing page. */
export const landingRoutes = (landing: Pick<LandingService, 'userData'>): Route[] => [
  route(landingUserData)(({ query }, { caller, sharedEtag }) => landing.userData(caller.industryId, query, sharedEtag)),
];
