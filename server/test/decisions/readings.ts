import { everybody, loggedIn, type Policy } from './policies.ts';

/** Who may do what, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/user/granular/unit': loggedIn,
  'GET /api/user/granular/category': loggedIn,
  'GET /api/user/deviceData': loggedIn,
  'GET /api/user/deviceDataV2': loggedIn,
  'GET /api/user/deviceDataV2/compare': loggedIn,
  'GET /api/user/standardCategoryView': loggedIn,
  'GET /api/plant/overview': loggedIn,
  'GET /api/plant/health': everybody,
  'GET /metrics': everybody,
};
