import { everybody, loggedIn, owner, type Policy, refreshers, settingsAdmins } from './policies.ts';

/** Who may do what, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/user/user/login': everybody,
  'POST /api/user/user/otplogin': everybody,
  'GET /api/user/user/refresh': refreshers,
  'DELETE /api/user/user/logout': { ...loggedIn, expired: 401 },
  'GET /api/user/user/validateCredentials': loggedIn,
  'GET /api/plant/me/sessions': loggedIn,
  'DELETE /api/plant/me/sessions/{id}': loggedIn,
  'PUT /api/plant/me/password': loggedIn,
  'PUT /api/plant/users/{id}/password': settingsAdmins,
  'GET /api/plant/users': settingsAdmins,
  'POST /api/plant/users': settingsAdmins,
  'PATCH /api/plant/users/{id}': settingsAdmins,
  'DELETE /api/plant/users/{id}': settingsAdmins,
  'GET /api/plant/users/{id}/sessions': settingsAdmins,
  'DELETE /api/plant/users/{id}/sessions': settingsAdmins,
  'POST /api/plant/keys/rotate': owner,
  'GET /api/plant/sso/issuers': settingsAdmins,
  'POST /api/plant/sso/issuers': settingsAdmins,
  'PUT /api/plant/sso/issuers/{id}': settingsAdmins,
  'DELETE /api/plant/sso/issuers/{id}': settingsAdmins,
  'GET /api/plant/setup': everybody,
  'POST /api/plant/setup': everybody,
  'GET /api/plant/audit': owner,
  'GET /api/plant/audit/export': owner,
  'GET /api/plant/audit/verify': owner,
};

/** Rows whose own feature writes the audit entry, and those that need none. */
export const auditedElsewhere: readonly string[] = [
  'POST /api/user/user/otplogin',
  'DELETE /api/user/user/logout',
  'DELETE /api/plant/me/sessions/{id}',
  'PUT /api/plant/me/password',
  'PUT /api/plant/users/{id}/password',
  'POST /api/plant/users',
  'PATCH /api/plant/users/{id}',
  'DELETE /api/plant/users/{id}',
  'DELETE /api/plant/users/{id}/sessions',
  'POST /api/plant/keys/rotate',
  'POST /api/plant/sso/issuers',
  'PUT /api/plant/sso/issuers/{id}',
  'DELETE /api/plant/sso/issuers/{id}',
  'POST /api/plant/setup',
];
