import { loggedIn, only, type Policy } from './policies.ts';

/** Who may do what, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/user/waterBalance/graphEditor': loggedIn,
  'POST /api/user/waterBalance/graphEditor': only('admin', 'north', 'staff'),
  'GET /api/user/waterBalance/data': loggedIn,
  'GET /api/plant/balance/days': loggedIn,
  'GET /api/plant/balance/moment': loggedIn,
};
