import { everybody, owner, type Policy } from './policies.ts';

/** Who may do what, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/plant/tls': owner,
  'GET /api/plant/tls/authority': everybody,
  'PUT /api/plant/tls/certificate': owner,
  'DELETE /api/plant/tls/certificate': owner,
  'POST /api/plant/tls/renew': owner,
};
