import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { reportSchedule } from '../../../server/contract/model/reportSettings.ts';
import { reportFormats, reportServices, reportTypes } from '../../../server/contract/model/reports.ts';
import { BothSides } from '../../parts/form/BothSides.tsx';
import { CheckField, FormProblem, SelectField, TextField } from '../../parts/form/fields.tsx';
import { useForm } from '../../parts/form/useForm.ts';
import { useLeaveWarning } from '../../parts/form/useLeaveWarning.ts';
import { useStored } from '../../parts/form/useStored.ts';
import { words as formWords } from '../../parts/form/words.ts';
import type { Schedule } from './nextDue.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

const weekdays = ['1', '2', '3', '4', '5', '6', '0'] as const;

/** "day", "week:1" (Monday), "month:31". */
const whenOf = ({ dayOfWeek, dayOfMonth, reportType }: Schedule): string => {
  if (dayOfWeek !== undefined) return `week:${dayOfWeek}`;
  if (dayOfMonth !== undefined) return `month:${dayOfMonth}`;
  return reportType === 'monthly' || reportType === 'monthly_range' ? 'month:1' : 'day';
};

const draftOf = (schedule: Schedule) => ({
  service: schedule.service,
  reportType: schedule.reportType,
  reportFormat: schedule.reportFormat,
  at: schedule.at,
  when: whenOf(schedule),
  recipients: schedule.recipients.join(', '),
  enabled: String(schedule.enabled),
});

const labels = (): Readonly<Record<string, string>> => ({
  service: words.subject,
  reportType: words.type,
  reportFormat: words.format,
  at: words.at,
  when: words.when,
  recipients: words.recipients,
  enabled: words.scheduleOn,
});

type Props = {
  /** As the server has it now; as it was opened where it is new, or somebody removed it. */
  schedule: Schedule;
  /** Somebody else removed it since it was opened. */
  isGone: boolean;
  busy: boolean;
  onSave: (schedule: Schedule) => Promise<void>;
  onClose: () => void;
  onRemove: (() => Promise<void>) | undefined;
};

/** One schedule: what, as which file, when, to whom. */
export const ScheduleForm = ({ schedule, isGone, busy, onSave, onClose, onRemove }: Props) => {
  const stored = { draft: draftOf(schedule), tag: JSON.stringify(schedule) };
  const form = useForm({
    schema: reportSchedule,
    start: stored.draft,
    own: { at: words.atWrong },
    // the server names one recipient of one of all schedules
    pathOf: (path) => path.replace(/^reports\.schedules\.\d+\./, '').replace(/^recipients\..*$/, 'recipients'),
    body: ({ when, recipients, enabled, ...rest }) => {
      const [kind, day] = when.split(':');
      return {
        ...rest,
        enabled: enabled === 'true',
        id: schedule.id,
        ...(schedule.unitIds === undefined ? {} : { unitIds: schedule.unitIds }),
        ...(kind === 'week' ? { dayOfWeek: Number(day) } : {}),
        ...(kind === 'month' ? { dayOfMonth: Number(day) } : {}),
        recipients: recipients
          .split(/[,;\s]+/)
          .map((one) => one.trim())
          .filter(Boolean),
      };
    },
  });
  const { base, theirs, isFound, takeTheirs, putOnTop } = useStored<typeof stored.draft>(form, stored, busy);
  useLeaveWarning(form.isDirty);
  // saved, though no answer said so
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it was found
  useEffect(() => {
    if (isFound) onClose();
  }, [isFound]);
  const run = (work: () => Promise<void>) => work().then(onClose, form.refuse);
  return (
    <form
      className={styles.editor}
      aria-label={words.scheduleForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const parsed = form.check();
        if (parsed !== null && theirs === null) void run(() => onSave(parsed));
      }}
    >
      <div className={styles.fields}>
        <SelectField
          of={form.bind('service')}
          label={words.subject}
          options={reportServices.map((value) => ({ value, label: words.subjects[value] }))}
        />
        <SelectField
          of={form.bind('reportType')}
          label={words.type}
          options={reportTypes.map((value) => ({ value, label: words.types[value] }))}
        />
        <SelectField
          of={form.bind('reportFormat')}
          label={words.format}
          options={reportFormats.map((value) => ({ value, label: words.formats[value] }))}
        />
        <SelectField
          of={form.bind('when')}
          label={words.when}
          hint={words.covers[form.draft.reportType]}
          options={[
            { value: 'day', label: words.everyDay },
            ...weekdays.map((day) => ({ value: `week:${day}`, label: words.everyWeek(words.weekdays[Number(day)] ?? day) })),
            ...Array.from({ length: 31 }, (_, at) => ({ value: `month:${at + 1}`, label: words.everyMonth(at + 1) })),
          ]}
        />
        <TextField of={form.bind('at')} label={words.at} hint={words.atHint} />
        <TextField of={form.bind('recipients')} label={words.recipients} hint={words.recipientsHint} />
      </div>
      <CheckField
        label={words.scheduleOn}
        checked={form.draft.enabled === 'true'}
        onChange={(on) => form.set({ enabled: String(on) })}
      />
      {theirs === null ? (
        <FormProblem>{form.problem ?? (isGone && !busy ? words.scheduleGone : null)}</FormProblem>
      ) : (
        <BothSides
          {...{ base, mine: form.draft, theirs, onTakeTheirs: takeTheirs, onPutOnTop: putOnTop }}
          labelOf={(thing) => labels()[thing] ?? thing}
        />
      )}
      <div className={styles.formats}>
        <Button type="submit" loading={busy} disabled={theirs !== null}>
          {formWords.save}
        </Button>
        <Button variant="default" onClick={onClose}>
          {formWords.cancel}
        </Button>
        {onRemove === undefined ? null : (
          <Button variant="default" disabled={busy} onClick={() => void run(onRemove)}>
            {words.remove}
          </Button>
        )}
      </div>
    </form>
  );
};
