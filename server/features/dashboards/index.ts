export { createDashboards } from './create.ts';
export { createRoEvents } from './ro/index.ts';
