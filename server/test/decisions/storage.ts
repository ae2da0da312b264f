import { owner, type Policy } from './policies.ts';

/** Who may do what, row by row: what is stored is that of every industry. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/plant/server': owner,
  'GET /api/plant/server/log': owner,
  'GET /api/plant/server/metrics': owner,
  'GET /api/plant/server/packages': owner,
  'GET /api/plant/storage': owner,
  'GET /api/plant/storage/diagnostics': owner,
  'GET /api/plant/storage/retention': owner,
  'POST /api/plant/storage/self-test': owner,
};
