import { loggedIn, only, type Policy, settingsAdmins } from './policies.ts';

/** Who may do what, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/plant/industry/facts': settingsAdmins,
  'PUT /api/plant/industry/facts': settingsAdmins,
  'GET /api/user/scada/graphEditor': loggedIn,
  'POST /api/user/scada/graphEditor': only('admin', 'north', 'staff'),
  'GET /api/user/scada/data': loggedIn,
  'GET /api/plant/diagram/moment': loggedIn,
  'GET /api/plant/overview/moment': loggedIn,
  'GET /api/user/additionalFeature': loggedIn,
  'GET /api/user/common': loggedIn,
  'GET /api/plant/features/{featureData}': loggedIn,
  'PUT /api/plant/features/{featureData}': settingsAdmins,
  // of a kind that nobody edits; editors see those of their own kinds
  'GET /api/plant/documents/{kind}/versions': settingsAdmins,
  'GET /api/plant/documents/{kind}/versions/{version}': settingsAdmins,
};
