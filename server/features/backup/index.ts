export { type BackupFeature, createBackup } from './create.ts';
