export { HarvestDesigns } from './designs.ts';
export { freshWaterRoutes } from './routes.ts';
export { FreshWaterService } from './service.ts';
