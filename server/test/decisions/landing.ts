import { loggedIn, type Policy } from './policies.ts';

/** Who may do what, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/user/landingPage/userData': loggedIn,
  'GET /api/user/summaryPage': loggedIn,
};
