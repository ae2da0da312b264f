export { createDashboards } from './create.ts';
