import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { listPeople } from '../../../server/contract/plant/accounts/people.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { dateTyped } from '../../parts/dates/calendar.ts';
import { DateBox } from '../../parts/form/DateBox.tsx';
import { FormProblem, SelectField, TextField } from '../../parts/form/fields.tsx';
import type { Bound } from '../../parts/form/useForm.ts';
import { useProfile } from '../../state/services.ts';
import { addDays, msAt } from '../../text/times.ts';
import styles from './Page.module.css';
import { words as programWords } from './program/words.ts';
import { words } from './words.ts';

type Outcome = keyof typeof words.auditOutcomes;
/** What narrows the log; what is left out does not. */
export type Filter = {
  kind?: string;
  subject?: string;
  outcome?: 'done' | 'refused';
  userId?: string;
  from?: string;
  to?: string;
};

const outcomes: readonly Outcome[] = ['all', 'done', 'refused'];
const empty = { kind: '', subject: '', outcome: 'all' as Outcome, userId: '', from: '', to: '' };

/** Kind, thing, person, days and outcome; empty fields do not narrow. */
export const AuditFilter = ({ onShow }: { onShow: (filter: Filter) => void }) => {
  const { timezone, permissions } = useProfile();
  const people = useEndpoint(listPeople, {}, { enabled: permissions.includes('ACCOUNT_SETTINGS') });
  const [typed, setTyped] = useState(empty);
  const [problem, setProblem] = useState<string | null>(null);
  const set = (part: Partial<typeof empty>) => setTyped((before) => ({ ...before, ...part }));
  const show = () => {
    const [first, last] = [typed.from, typed.to].map((one) => (one.trim() === '' ? undefined : dateTyped(one)));
    const isWrong = first === null || last === null;
    setProblem(isWrong ? programWords.auditDayWrong : null);
    if (isWrong) return;
    onShow({
      ...(typed.kind.trim() === '' ? {} : { kind: typed.kind.trim() }),
      ...(typed.subject.trim() === '' ? {} : { subject: typed.subject.trim() }),
      ...(typed.outcome === 'all' ? {} : { outcome: typed.outcome }),
      ...(typed.userId === '' ? {} : { userId: typed.userId }),
      ...(first === undefined ? {} : { from: new Date(msAt(first, '00:00', timezone)).toISOString() }),
      // to the last moment of that day
      ...(last === undefined ? {} : { to: new Date(msAt(addDays(last, 1), '00:00', timezone) - 1).toISOString() }),
    });
  };
  const id = useId();
  const bind = <K extends keyof typeof empty>(name: K): Bound<(typeof empty)[K]> => ({
    id: `${id}-${name}`,
    value: typed[name],
    onChange: (value) => set({ [name]: value }),
    onBlur: () => {},
    problem: undefined,
  });
  return (
    <form
      className={styles.buttons}
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      <TextField of={bind('kind')} label={words.auditKind} placeholder={words.auditKindHint} />
      <TextField of={bind('subject')} label={words.auditSubject} placeholder={words.auditSubjectHint} />
      {people.data === undefined ? null : (
        <SelectField
          of={bind('userId')}
          label={programWords.auditWho}
          options={[
            { value: '', label: programWords.auditAnybody },
            ...people.data.users.map(({ id: value, username, name }) => ({ value, label: username === '' ? name : username })),
          ]}
        />
      )}
      <DateBox of={bind('from')} label={programWords.auditFrom} />
      <DateBox of={bind('to')} label={programWords.auditTo} />
      <SelectField
        of={bind('outcome')}
        label={words.auditOutcome}
        options={outcomes.map((value) => ({ value, label: words.auditOutcomes[value] }))}
      />
      <Button type="submit" variant="default">
        {words.auditShow}
      </Button>
      <FormProblem>{problem}</FormProblem>
    </form>
  );
};
