import { Button } from '@mantine/core';
import { type BackupPolicy, readBackup, readBackupPolicy, saveBackupPolicy } from '../../../server/contract/plant/backup.ts';
import { useEndpoint, useSend, useTagged } from '../../api/useEndpoint.ts';
import { FormProblem, TextField } from '../../parts/form/fields.tsx';
import { isConflict } from '../../parts/form/isConflict.ts';
import { useForm } from '../../parts/form/useForm.ts';
import { useLeaveWarning } from '../../parts/form/useLeaveWarning.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { RecoveryKit } from '../system/RecoveryKit.tsx';
import styles from './FirstRun.module.css';
import { words } from './words.ts';

const saveTimeoutMs = 30_000;

/** Another folder than the one in the data folder; tried by the server before it is taken. */
const Place = ({ policy, etag, reload }: { policy: BackupPolicy; etag: string; reload: () => void }) => {
  const save = useSend(saveBackupPolicy, saveTimeoutMs);
  const form = useForm({
    schema: saveBackupPolicy.body,
    start: { folder: policy.folder ?? '' },
    body: ({ folder }) => ({ ...policy, folder: folder.trim() === '' ? null : folder.trim() }),
  });
  useLeaveWarning(form.isDirty);
  return (
    <form
      className={styles.fields}
      noValidate
      aria-label={words.backupPlace}
      onSubmit={(event) => {
        event.preventDefault();
        const body = form.check();
        if (body === null) return;
        save.send({ headers: { 'If-Match': etag }, body }).then(
          () => form.settle(),
          (error: unknown) => {
            form.refuse(error);
            if (isConflict(error)) reload();
          },
        );
      }}
    >
      <TextField of={form.bind('folder')} label={words.backupFolder} hint={words.backupFolderHint} mono />
      <FormProblem>{form.problem}</FormProblem>
      <div>
        <Button type="submit" variant="default" loading={save.busy} disabled={!form.isDirty}>
          {words.backupUse}
        </Button>
      </div>
    </form>
  );
};

/** Where copies go and the kit that opens them on another machine; both can be done later. */
export const BackupStep = () => {
  const state = useEndpoint(readBackup, {});
  const policy = useTagged(readBackupPolicy, {});
  return (
    <section className={styles.sheet} aria-label={words.steps.backup}>
      <Loaded of={state} rows={3}>
        {({ folder, kit }) => (
          <>
            <p>{words.backupNow}</p>
            <p className={styles.address}>{folder}</p>
            <Loaded of={policy} rows={2}>
              {({ reply, etag }) => <Place key={reply.folder ?? ''} policy={reply} etag={etag ?? '*'} reload={policy.reload} />}
            </Loaded>
            <h2>{words.recoveryKit}</h2>
            <p role="status">{kit === null ? words.noKit : words.kitMade}</p>
            <p className={styles.note}>{words.kitWhy}</p>
            <div>
              <RecoveryKit />
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
};
