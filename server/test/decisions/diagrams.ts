import { type Policy, settingsAdmins } from './policies.ts';

/** Who may do what, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/plant/industry/facts': settingsAdmins,
  'PUT /api/plant/industry/facts': settingsAdmins,
};
