import { loggedIn, type Policy } from './policies.ts';

/** Any user of an industry may read what its returns say. */
export const decisions: Readonly<Record<string, Policy>> = { 'GET /api/plant/returns/{kind}': loggedIn };
