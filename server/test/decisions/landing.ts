import { everybody, loggedIn, type Policy } from './policies.ts';

/** Who may do what, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/user/landingPage/userData': loggedIn,
  'GET /api/user/summaryPage': loggedIn,
  // everybody in the demo may read the summary; the handler of the grants asks for an internal user besides
  'GET /api/user/executiveSummary/data': loggedIn,
  'PUT /api/user/executiveSummary/pin': loggedIn,
  'POST /api/user/executiveSummary/virtualLogin/ticket': loggedIn,
  'GET /api/user/executiveSummary/virtualLogin': everybody,
  'GET /api/plant/executive/grants': loggedIn,
  'PUT /api/plant/executive/grants': loggedIn,
};
