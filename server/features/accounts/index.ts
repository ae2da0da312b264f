export { createAccounts, createAlertSettings } from './create.ts';
export { hornIdsOf } from './hornRules.ts';
export { readImage } from './image/read.ts';
export { newestShift } from './industryFields.ts';
export { isMetaKey } from './infoPaths.ts';
export { accountRoutes } from './routes.ts';
export type { SettingsAdditions } from './settingsAdditions.ts';
export { SettingsService } from './settingsService.ts';
