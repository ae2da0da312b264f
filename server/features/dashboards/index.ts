export { createBalance } from './balance/index.ts';
export { createDashboards } from './create.ts';
export { createRoEvents } from './ro/index.ts';
