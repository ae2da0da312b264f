import { Button } from '@mantine/core';
import { useState } from 'react';
import { type ReportSettings, reportSettings } from '../../../../server/contract/model/reportSettings.ts';
import type { useAccountSettings } from '../../../api/useAccountSettings.ts';
import { BothSides } from '../../../parts/form/BothSides.tsx';
import { FormProblem, TextField } from '../../../parts/form/fields.tsx';
import { useForm } from '../../../parts/form/useForm.ts';
import { useLeaveWarning } from '../../../parts/form/useLeaveWarning.ts';
import { useStored } from '../../../parts/form/useStored.ts';
import { words as formWords } from '../../../parts/form/words.ts';
import styles from '../Page.module.css';
import { words } from './words.ts';

const listOf = (typed: string | undefined): string[] =>
  (typed ?? '')
    .split(/[,;\s]+/)
    .map((one) => one.trim())
    .filter(Boolean);

/** Who gets the reports of schedules that name nobody. */
export const ReportRecipients = ({
  reports,
  account,
}: {
  reports: ReportSettings;
  account: Pick<ReturnType<typeof useAccountSettings>, 'save' | 'busy'>;
}) => {
  const [done, setDone] = useState(false);
  const stored = { draft: { emailIds: reports.emailIds.join(', ') }, tag: JSON.stringify(reports.emailIds) };
  const form = useForm({
    schema: reportSettings,
    start: stored.draft as { emailIds: string | undefined },
    body: ({ emailIds }) => ({ ...reports, emailIds: listOf(emailIds) }),
    pathOf: (path) => path.replace(/^reports\./, '').replace(/^emailIds\.\d+$/, 'emailIds'),
  });
  const { base, theirs, takeTheirs, putOnTop } = useStored(form, stored);
  useLeaveWarning(form.isDirty);
  const bound = form.bind('emailIds');
  return (
    <form
      className={styles.stack}
      noValidate
      aria-label={words.reports}
      onSubmit={(event) => {
        event.preventDefault();
        setDone(false);
        const body = form.check();
        if (body === null) return;
        account.save({ reports: body }).then(() => {
          form.settle();
          setDone(true);
        }, form.refuse);
      }}
    >
      <TextField of={{ ...bound, value: bound.value ?? '' }} label={words.reportRecipients} hint={words.reportsHint} />
      {theirs === null ? (
        <FormProblem>{form.problem}</FormProblem>
      ) : (
        <BothSides
          {...{ base, mine: form.draft, theirs, onTakeTheirs: takeTheirs, onPutOnTop: putOnTop }}
          labelOf={() => words.reportRecipients}
        />
      )}
      <div className={styles.buttons}>
        <Button type="submit" loading={account.busy} disabled={!form.isDirty || theirs !== null}>
          {formWords.save}
        </Button>
        <Button variant="default" disabled={!form.isDirty} onClick={() => form.settle(stored.draft)}>
          {formWords.undo}
        </Button>
        <span role="status">{done && !form.isDirty ? words.saved : ''}</span>
      </div>
    </form>
  );
};
