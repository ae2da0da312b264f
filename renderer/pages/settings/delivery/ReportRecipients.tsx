import { type ReportSettings, reportSettings } from '../../../../server/contract/model/reportSettings.ts';
import type { useAccountSettings } from '../../../api/useAccountSettings.ts';
import { TextField } from '../../../parts/form/fields.tsx';
import styles from '../Page.module.css';
import { FormEnd } from './FormEnd.tsx';
import { useSettingsForm } from './useSettingsForm.ts';
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
  account: Pick<ReturnType<typeof useAccountSettings>, 'save' | 'busy' | 'settings'>;
}) => {
  const draft: { emailIds: string | undefined } = { emailIds: reports.emailIds.join(', ') };
  const of = useSettingsForm({
    section: 'reports',
    account,
    stored: { draft, tag: JSON.stringify(reports.emailIds) },
    save: (body) => account.save({ reports: body }),
    schema: reportSettings,
    body: ({ emailIds }) => ({ ...reports, emailIds: listOf(emailIds) }),
    pathOf: (path) => path.replace(/^reports\./, '').replace(/^emailIds\.\d+$/, 'emailIds'),
  });
  const bound = of.form.bind('emailIds');
  return (
    <form
      className={styles.stack}
      noValidate
      aria-label={words.reports}
      onSubmit={(event) => {
        event.preventDefault();
        of.submit();
      }}
    >
      <TextField of={{ ...bound, value: bound.value ?? '' }} label={words.reportRecipients} hint={words.reportsHint} />
      <FormEnd of={of} className={styles.buttons} labelOf={() => words.reportRecipients} />
    </form>
  );
};
