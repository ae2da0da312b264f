import { everybody, loggedIn, type Policy, settingsAdmins } from './policies.ts';

/** Who may do what, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/user/accounts/settings': settingsAdmins,
  'POST /api/user/accounts/settings': settingsAdmins,
  'GET /api/user/accounts/info': loggedIn,
  'PATCH /api/user/accounts/info': settingsAdmins,
  'GET /api/user/accounts/info/lastupdated': loggedIn,
  'POST /api/user/accounts/logoupdate': settingsAdmins,
  'GET /api/user/accounts/joinedDate': loggedIn,
  'GET /api/user/accounts/landingpage': loggedIn,
  'GET /api/user/accounts/allUnitThresholdUpdate': settingsAdmins,
  'GET /files/industry-logo/{name}': everybody,
  'GET /api/plant/settings/{section}/versions': settingsAdmins,
  'GET /api/plant/settings/{section}/versions/{version}': settingsAdmins,
};

/** Rows whose own feature writes the audit entry, and those that need none. */
export const auditedElsewhere: readonly string[] = [
  'POST /api/user/accounts/settings',
  'PATCH /api/user/accounts/info',
  'GET /api/user/accounts/allUnitThresholdUpdate',
];
