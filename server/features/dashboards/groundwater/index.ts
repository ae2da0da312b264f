export { type DayLevels, joinLevels } from './levels.ts';
export { groundwaterRoutes } from './routes.ts';
export { GroundwaterService } from './service.ts';
export { WellLevels } from './wellLevels.ts';
export { type Well, wellsOf } from './wells.ts';
