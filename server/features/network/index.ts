export type { NetworkParts } from './routes.ts';
export { networkRoutes } from './routes.ts';
