export { monthlyPotential } from './analytics.ts';
export { createRain, type RainSources } from './create.ts';
export { type HarvestDesign, storeDays } from './design.ts';
export { nearestGauge, rainGauges } from './gauges.ts';
export { RainHistoryService } from './historyService.ts';
export type { RainRecord } from './record.ts';
export { rainRoutes } from './routes.ts';
export { type Designs, RainService } from './service.ts';
export { runStore } from './storageSizing.ts';
