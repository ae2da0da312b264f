export { createProposals } from './create.ts';
export { proposalRoutes } from './routes.ts';
