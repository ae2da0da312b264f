import { loggedIn, only, type Policy } from './policies.ts';

/** Who may do what, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/user/gwi/data': loggedIn,
  'GET /api/user/rainfall/trend': loggedIn,
  'GET /api/user/rainfall/efficiencySaving': loggedIn,
  'POST /api/user/rainfall/fwi/fetchHistoricalRainfallData': only('admin', 'operator', 'technician', 'viewer', 'north', 'staff'),
  'GET /api/user/rainfall/fwi/fetchAnalyticsRainfallData': loggedIn,
  'POST /api/user/fwi/userDataInput': loggedIn,
  'GET /api/user/fwi/userDataInput': loggedIn,
  'GET /api/plant/fresh-water/{step}': loggedIn,
};
