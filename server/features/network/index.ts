export type { NetworkParts } from './routes.ts';
export { networkRoutes, pinOf } from './routes.ts';
