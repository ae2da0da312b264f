import { commissioners, everybody, loggedIn, only, type Policy } from './policies.ts';

/** Who may do what, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/user/granular/unit': loggedIn,
  'GET /api/user/granular/category': loggedIn,
  'GET /api/user/deviceData': loggedIn,
  'GET /api/user/deviceDataV2': loggedIn,
  'GET /api/user/deviceDataV2/compare': loggedIn,
  'GET /api/user/standardCategoryView': loggedIn,
  'GET /api/user/batchProcess': only('admin', 'north', 'staff'),
  'GET /api/user/batchProcess/range': only('admin', 'north', 'staff'),
  'POST /api/plant/readings/manual': commissioners,
  'GET /api/plant/readings/export': loggedIn,
  'GET /api/plant/jobs/{id}': loggedIn,
  'GET /api/plant/overview': loggedIn,
  'GET /api/plant/overview/hours': loggedIn,
  'GET /api/plant/trend': loggedIn,
  'GET /api/plant/live': loggedIn,
  'GET /api/plant/quality': loggedIn,
  'GET /api/plant/tariff-blocks': loggedIn,
  'GET /api/plant/permits': loggedIn,
  'GET /api/plant/health': everybody,
  'GET /metrics': everybody,
};
