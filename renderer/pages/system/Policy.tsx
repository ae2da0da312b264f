import { Button } from '@mantine/core';
import { useState } from 'react';
import { type BackupPolicy, readBackupPolicy, saveBackupPolicy } from '../../../server/contract/plant/backup.ts';
import { useEndpoint, useSend } from '../../api/useEndpoint.ts';
import { CheckField, FormProblem, SelectField, TextField } from '../../parts/form/fields.tsx';
import { useForm } from '../../parts/form/useForm.ts';
import { useLeaveWarning } from '../../parts/form/useLeaveWarning.ts';
import { words as formWords } from '../../parts/form/words.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import styles from './Page.module.css';
import { words } from './words.ts';

const whole = (typed: string): number => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN);

const PolicyForm = ({ policy, done, onDone }: { policy: BackupPolicy; done: boolean; onDone: () => void }) => {
  const save = useSend(saveBackupPolicy, 30_000);
  const form = useForm({
    schema: saveBackupPolicy.body,
    start: {
      enabled: policy.enabled,
      folder: policy.folder ?? '',
      every: policy.every,
      'keep.newest': String(policy.keep.newest),
      'keep.days': String(policy.keep.days),
      'keep.months': String(policy.keep.months),
      drill: policy.drill,
      alarmAfterDays: String(policy.alarmAfterDays),
    },
    body: (draft) => ({
      enabled: draft.enabled,
      folder: draft.folder.trim() === '' ? null : draft.folder.trim(),
      every: draft.every,
      keep: { newest: whole(draft['keep.newest']), days: whole(draft['keep.days']), months: whole(draft['keep.months']) },
      drill: draft.drill,
      alarmAfterDays: whole(draft.alarmAfterDays),
    }),
    own: {
      'keep.newest': words.wholeNumber,
      'keep.days': words.wholeNumber,
      'keep.months': words.wholeNumber,
      alarmAfterDays: words.wholeNumber,
    },
  });
  useLeaveWarning(form.isDirty);
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={words.policy}
      onSubmit={(event) => {
        event.preventDefault();
        const body = form.check();
        if (body === null) return;
        save.send({ body }).then(() => {
          form.settle();
          onDone();
        }, form.refuse);
      }}
    >
      <CheckField label={words.enabled} checked={form.draft.enabled} onChange={(enabled) => form.set({ enabled })} />
      <TextField of={form.bind('folder')} label={words.policyFolder} hint={words.policyFolderHint} mono />
      <SelectField
        of={form.bind('every')}
        label={words.every}
        options={(['hour', 'day'] as const).map((value) => ({ value, label: words.everyKinds[value] }))}
      />
      <TextField of={form.bind('keep.newest')} label={words.newest} inputMode="numeric" />
      <TextField of={form.bind('keep.days')} label={words.keepDays} inputMode="numeric" />
      <TextField of={form.bind('keep.months')} label={words.keepMonths} inputMode="numeric" />
      <TextField of={form.bind('alarmAfterDays')} label={words.alarmAfter} suffix={words.days} inputMode="numeric" />
      <CheckField label={words.drill} checked={form.draft.drill} onChange={(drill) => form.set({ drill })} />
      <FormProblem>{form.problem}</FormProblem>
      <p role="status">{done && !form.isDirty ? words.saved : ''}</p>
      <div>
        <Button type="submit" loading={save.busy} disabled={!form.isDirty}>
          {formWords.save}
        </Button>
      </div>
    </form>
  );
};

/** When backups are made, where, and how long they are kept. */
export const Policy = () => {
  const policy = useEndpoint(readBackupPolicy, {});
  const [done, setDone] = useState(false);
  return (
    <Loaded of={policy} rows={6}>
      {(data) => <PolicyForm key={JSON.stringify(data)} policy={data} done={done} onDone={() => setDone(true)} />}
    </Loaded>
  );
};
