export { ConnectionService } from './connectionService.ts';
export { createCommissioning, createFieldModel } from './create.ts';
export { DeviceService } from './deviceService.ts';
export { EventLoopDelay } from './eventLoopDelay.ts';
export { fieldTroubles } from './fieldTroubles.ts';
export type { MetricsSource } from './metrics.ts';
export { stateRoutes } from './stateRoutes.ts';
export { TagService } from './tagService.ts';
