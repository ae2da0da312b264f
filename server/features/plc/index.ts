export { createPlc, createWritePoints } from './create.ts';
export { rivalOf } from './frames.ts';
export { canSound, soundedReason, type WritePoint } from './model.ts';
export { PointStore } from './pointStore.ts';
export type { WritePoints } from './points.ts';
export { plcRoutes } from './routes.ts';
