export { createPlc, type Plc } from './create.ts';
export type { WritePoint } from './model.ts';
export { WritePoints } from './points.ts';
export { plcRoutes } from './routes.ts';
