import { everybody, loggedIn, owner, type Policy, settingsAdmins } from './policies.ts';

/** Rows whose own feature writes the audit entry: done, refused and void. */
export const auditedElsewhere: readonly string[] = ['POST /api/plant/phone-claims'];

/** Who may do what, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/plant/tls': owner,
  'GET /api/plant/tls/address': loggedIn,
  'GET /api/plant/tls/authority': everybody,
  'PUT /api/plant/tls/certificate': owner,
  'DELETE /api/plant/tls/certificate': owner,
  'POST /api/plant/tls/renew': owner,
  'GET /api/plant/phones': settingsAdmins,
  'POST /api/plant/phone-pairings': settingsAdmins,
  'POST /api/plant/phone-pairings/{id}/confirm': settingsAdmins,
  'DELETE /api/plant/phone-pairings/{id}': settingsAdmins,
  'DELETE /api/plant/phones/{id}': settingsAdmins,
  'POST /api/plant/phone-claims': everybody,
  'GET /api/plant/walls': settingsAdmins,
  'POST /api/plant/walls': settingsAdmins,
  'DELETE /api/plant/walls/{id}': settingsAdmins,
  'DELETE /api/plant/me/wall': loggedIn,
  'GET /api/plant/me': loggedIn,
};
