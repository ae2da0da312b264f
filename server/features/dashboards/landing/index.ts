export { activeAlarms } from './alerts.ts';
export { QualityInLimit } from './qualityInLimit.ts';
export { landingRoutes } from './routes.ts';
export { type Glance, LandingService } from './service.ts';
