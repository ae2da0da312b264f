import { Button } from '@mantine/core';
import { useState } from 'react';
import { type BackupPolicy, backupPolicy, readBackupPolicy, saveBackupPolicy } from '../../../server/contract/plant/backup.ts';
import type { ShellSurface } from '../../../server/contract/process/surface.ts';
import { ApiError } from '../../api/call.ts';
import { desktop } from '../../api/desktop.ts';
import { useSend, useTagged } from '../../api/useEndpoint.ts';
import { BothSides } from '../../parts/form/BothSides.tsx';
import { CheckField, FormProblem, SelectField, TextField } from '../../parts/form/fields.tsx';
import { isConflict } from '../../parts/form/isConflict.ts';
import { useForm } from '../../parts/form/useForm.ts';
import { useLastChange } from '../../parts/form/useLastChange.ts';
import { useLeaveWarning } from '../../parts/form/useLeaveWarning.ts';
import { useStored } from '../../parts/form/useStored.ts';
import { words as formWords } from '../../parts/form/words.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import styles from './Page.module.css';
import { words } from './words.ts';

const whole = (typed: string): number => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN);

type Draft = Record<'enabled' | 'folder' | 'every' | 'newest' | 'days' | 'months' | 'drill' | 'alarmAfterDays', string>;

const storedOf = (policy: BackupPolicy, etag: string) => {
  const draft: Draft = {
    enabled: String(policy.enabled),
    folder: policy.folder ?? '',
    every: policy.every,
    newest: String(policy.keep.newest),
    days: String(policy.keep.days),
    months: String(policy.keep.months),
    drill: String(policy.drill),
    alarmAfterDays: String(policy.alarmAfterDays),
  };
  return { draft, tag: etag };
};
const labels = (): Readonly<Record<string, string>> => ({
  enabled: words.enabled,
  folder: words.policyFolder,
  every: words.every,
  newest: words.newest,
  days: words.keepDays,
  months: words.keepMonths,
  drill: words.drill,
  alarmAfterDays: words.alarmAfter,
});

/** In the desktop alone: a folder of this PC, in the dialog of the system. */
const ChooseFolder = ({ shell, onChoose }: { shell: ShellSurface; onChoose: (folder: string) => void }) => {
  const [problem, setProblem] = useState<string | null>(null);
  const choose = () =>
    shell.pickFolder().then(
      (folder) => {
        setProblem(null);
        if (folder !== null) onChoose(folder);
      },
      () => setProblem(words.chooseFailed),
    );
  return (
    <div>
      <Button variant="default" onClick={() => void choose()}>
        {words.chooseFolder}
      </Button>
      <FormProblem>{problem}</FormProblem>
    </div>
  );
};

type Props = { policy: BackupPolicy; etag: string; isAnew?: boolean; reload: () => void };

const PolicyForm = ({ policy, etag, isAnew = false, reload }: Props) => {
  const save = useSend(saveBackupPolicy, 30_000);
  const [done, setDone] = useState(false);
  const stored = storedOf(policy, etag);
  const form = useForm({
    schema: saveBackupPolicy.body,
    start: stored.draft,
    body: (draft) => ({
      enabled: draft.enabled === 'true',
      folder: draft.folder.trim() === '' ? null : draft.folder.trim(),
      every: draft.every,
      keep: { newest: whole(draft.newest), days: whole(draft.days), months: whole(draft.months) },
      drill: draft.drill === 'true',
      alarmAfterDays: whole(draft.alarmAfterDays),
    }),
    pathOf: (path) => path.replace(/^keep\./, ''),
    own: {
      'keep.newest': words.wholeNumber,
      'keep.days': words.wholeNumber,
      'keep.months': words.wholeNumber,
      alarmAfterDays: words.wholeNumber,
    },
  });
  const { base, baseTag, theirs, isFound, takeTheirs, putOnTop } = useStored<Draft>(form, stored);
  const by = useLastChange({ subject: theirs === null ? undefined : 'policy', kind: 'backup.policy' });
  const every = form.bind('every');
  const submit = async (): Promise<void> => {
    setDone(false);
    const body = form.check();
    if (body === null || theirs !== null) return;
    try {
      await save.send({ headers: { 'If-Match': baseTag }, body });
      form.settle();
      setDone(true);
    } catch (error) {
      form.refuse(error);
      if (isConflict(error)) reload();
    }
  };
  useLeaveWarning(form.isDirty);
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={words.policy}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <CheckField
        label={words.enabled}
        checked={form.draft.enabled === 'true'}
        onChange={(on) => form.set({ enabled: String(on) })}
      />
      <TextField of={form.bind('folder')} label={words.policyFolder} hint={words.policyFolderHint} mono />
      {desktop === undefined ? null : <ChooseFolder shell={desktop} onChoose={(folder) => form.set({ folder })} />}
      <SelectField
        of={{ ...every, value: every.value === 'day' ? 'day' : 'hour' }}
        label={words.every}
        options={(['hour', 'day'] as const).map((value) => ({ value, label: words.everyKinds[value] }))}
      />
      <TextField of={form.bind('newest')} label={words.newest} inputMode="numeric" />
      <TextField of={form.bind('days')} label={words.keepDays} inputMode="numeric" />
      <TextField of={form.bind('months')} label={words.keepMonths} inputMode="numeric" />
      <TextField of={form.bind('alarmAfterDays')} label={words.alarmAfter} suffix={words.days} inputMode="numeric" />
      <CheckField label={words.drill} checked={form.draft.drill === 'true'} onChange={(on) => form.set({ drill: String(on) })} />
      {theirs === null ? (
        <FormProblem>{form.problem}</FormProblem>
      ) : (
        <BothSides
          {...{ base, mine: form.draft, theirs, by, onTakeTheirs: takeTheirs, onPutOnTop: putOnTop }}
          labelOf={(thing) => labels()[thing] ?? thing}
        />
      )}
      <p role="status">{(done && !form.isDirty) || isFound ? words.saved : ''}</p>
      <div>
        <Button type="submit" loading={save.busy} disabled={!(form.isDirty || isAnew) || theirs !== null}>
          {formWords.save}
        </Button>
      </div>
    </form>
  );
};

const UNAVAILABLE = 503;
/** What the server takes for the policy alone that it cannot read. */
const DAMAGED = '"damaged"';

const isUnread = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.http === UNAVAILABLE;

/** In the place of a policy that the server cannot read: the usual one, once a person asks for it. */
const Anew = ({ reload }: { reload: () => void }) => {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <PolicyForm policy={backupPolicy.parse({})} etag={DAMAGED} isAnew reload={reload} />;
  return (
    <>
      <p>{words.policyUnread}</p>
      <div>
        <Button onClick={() => setOpen(true)}>{words.policyAnew}</Button>
      </div>
    </>
  );
};

/** When backups are made, where, and how long they are kept. */
export const Policy = () => {
  const policy = useTagged(readBackupPolicy, {}, { everyMs: 30_000 });
  return (
    <>
      <Loaded of={policy} rows={6}>
        {({ reply, etag }) => <PolicyForm policy={reply} etag={etag ?? '*'} reload={policy.reload} />}
      </Loaded>
      {policy.data === undefined && isUnread(policy.error) ? <Anew reload={policy.reload} /> : null}
    </>
  );
};
