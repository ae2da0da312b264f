import {
  type BackupPolicy,
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
import { contentTag } from '../../core/contentTag.ts';
import { Failure } from '../../core/fail.ts';
import { refuseOtherTag } from '../../core/refusal.ts';
import { type Route, route } from '../../http/route.ts';
import { ifReadable } from './findings.ts';
import type { Merging } from './merging.ts';
import type { BackupService } from './service.ts';

/** What the audit log calls the policy. */
const POLICY = 'policy';

/** In place of a tag while the stored policy cannot be read, so that a form can replace that one and no other. */
const DAMAGED = 'damaged';
const storedPolicy = (backup: BackupService): { policy: BackupPolicy | null; tag: string } => {
  const policy = ifReadable(() => backup.policy, null);
  return { policy, tag: policy === null ? DAMAGED : contentTag(policy) };
};

/** Routes of backups, for the owner of the site only. */
export const backupRoutes = (backup: BackupService, merging: Merging): Route[] => [
  route(readBackup)(() => backup.state()),
  route(readBackupPolicy)((_, { etag }) => {
    etag(contentTag(backup.policy));
    return backup.policy;
  }),
  route(saveBackupPolicy)(async ({ body, headers: { 'If-Match': ifMatch } }, { audited, etag, begin }) => {
    const readSame = (): BackupPolicy | null => {
      const { policy, tag } = storedPolicy(backup);
      if (ifMatch !== undefined) refuseOtherTag(ifMatch, tag);
      return policy;
    };
    audited({ subject: POLICY, before: readSame(), after: body });
    // another person may have saved while the folder was tried
    const saved = await backup.savePolicy(body, () => {
      readSame();
      begin();
    });
    etag(contentTag(saved));
    return saved;
  }),
  route(startBackup)(() => backup.begin('backup')),
  route(listBackups)(async () => ({ snapshots: await backup.list() })),
  route(verifyBackup)(async ({ params: { name } }, { audited, begin }) => {
    await backup.assertThere(name);
    begin();
    audited({ subject: name });
    return backup.begin('verify', { name });
  }),
  route(restoreBackup)(async ({ params: { name }, body: { as } }, { audited, caller, ip, begin }) => {
    await backup.assertThere(name);
    begin();
    audited({ subject: name, after: { as } });
    // this audit entry is lost with the database that is replaced: the first start after the restore writes it again
    return backup.begin('restore', { name, as, by: { userId: caller.userId, ip } });
  }),
  route(startDrill)(async (_, { begin }) => {
    if ((await backup.list()).length === 0) throw new Failure('notFound', 'There is no backup yet');
    begin();
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
