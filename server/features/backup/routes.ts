import {
  listBackups,
  makeRecoveryKit,
  mergeMissing,
  readBackup,
  readBackupPolicy,
  restoreBackup,
  saveBackupPolicy,
  startBackup,
  startDrill,
  verifyBackup,
} from '../../contract/plant/backup.ts';
import { Failure } from '../../core/fail.ts';
import { type Route, route } from '../../http/route.ts';
import type { Merging } from './merging.ts';
import type { BackupService } from './service.ts';

/** Everything about backups: the owner of the site alone may ask. */
export const backupRoutes = (backup: BackupService, merging: Merging): Route[] => [
  route(readBackup)(() => backup.state()),
  route(readBackupPolicy)(() => backup.policy),
  route(saveBackupPolicy)(({ body }, { audited }) => {
    audited({ before: backup.policy, after: body });
    return backup.savePolicy(body);
  }),
  route(startBackup)(() => backup.begin('backup')),
  route(listBackups)(() => ({ snapshots: backup.list() })),
  route(verifyBackup)(({ params: { name } }, { audited }) => {
    backup.pathOf(name);
    audited({ subject: name });
    return backup.begin('verify', { name });
  }),
  route(restoreBackup)(({ params: { name }, body: { as } }, { audited }) => {
    backup.pathOf(name);
    audited({ subject: name, after: { as } });
    return backup.begin('restore', { name, as });
  }),
  route(startDrill)(() => {
    if (backup.list().length === 0) throw new Failure('notFound', 'There is no backup yet');
    return backup.begin('drill');
  }),
  route(mergeMissing)(async ({ body: { decision } }, { audited }) => {
    const answer = await merging.decide(decision);
    audited({ after: { decision, ...answer } });
    return answer;
  }),
  route(makeRecoveryKit)((_, { audited }) => {
    const { id, createdAt, words, qr } = backup.makeKit();
    audited({ subject: id });
    return { id, createdAt, words, qr };
  }),
];
