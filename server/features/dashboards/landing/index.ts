export { activeAlarms } from './alerts.ts';
export type { Glance } from './kpis.ts';
export { QualityInLimit } from './qualityInLimit.ts';
export { landingRoutes } from './routes.ts';
export { LandingService } from './service.ts';
