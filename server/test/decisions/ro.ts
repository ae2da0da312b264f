import { loggedIn, type Policy } from './policies.ts';

/** Who may do what, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/user/neutrality': loggedIn,
  'GET /api/user/roEfficiency': loggedIn,
  'GET /api/user/roEfficiency/logActivities': loggedIn,
  'POST /api/user/roEfficiency/logActivities': loggedIn,
};
