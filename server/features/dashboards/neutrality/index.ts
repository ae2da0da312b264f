export { neutralityRoutes } from './routes.ts';
export { NeutralityService } from './service.ts';
