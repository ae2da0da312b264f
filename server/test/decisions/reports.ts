import { loggedIn, type Policy, settingsAdmins } from './policies.ts';

/** Any user of an industry may read its reports. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/user/report': loggedIn,
  'GET /api/user/report/dailySummary': loggedIn,
  // it names who gets reports, as the settings do
  'GET /api/plant/reports/runs': settingsAdmins,
  'GET /api/plant/reports/runs/{id}/file': settingsAdmins,
};
