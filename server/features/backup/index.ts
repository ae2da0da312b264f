export { createBackup } from './create.ts';
export { backupRoutes } from './routes.ts';
export type { BackupService } from './service.ts';
