import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { listPeople } from '../../../server/contract/plant/accounts/people.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { dateTyped } from '../../parts/dates/calendar.ts';
import { DateBox } from '../../parts/form/DateBox.tsx';
import { FormProblem } from '../../parts/form/fields.tsx';
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
  const day = (name: 'from' | 'to', label: string) => {
    const onChange = (value: string) => set({ [name]: value });
    return (
      <DateBox of={{ id: `${id}-${name}`, value: typed[name], onChange, onBlur: () => {}, problem: undefined }} label={label} />
    );
  };
  const text = (name: 'kind' | 'subject', label: string, placeholder: string) => (
    <label className={styles.stacked}>
      {label}
      <input value={typed[name]} placeholder={placeholder} onChange={(event) => set({ [name]: event.currentTarget.value })} />
    </label>
  );
  return (
    <form
      className={styles.buttons}
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      {text('kind', words.auditKind, words.auditKindHint)}
      {text('subject', words.auditSubject, words.auditSubjectHint)}
      {people.data === undefined ? null : (
        <label className={styles.stacked}>
          {programWords.auditWho}
          <select value={typed.userId} onChange={(event) => set({ userId: event.currentTarget.value })}>
            <option value="">{programWords.auditAnybody}</option>
            {people.data.users.map(({ id, username, name }) => (
              <option key={id} value={id}>
                {username === '' ? name : username}
              </option>
            ))}
          </select>
        </label>
      )}
      {day('from', programWords.auditFrom)}
      {day('to', programWords.auditTo)}
      <label className={styles.stacked}>
        {words.auditOutcome}
        <select
          value={typed.outcome}
          onChange={(event) => set({ outcome: outcomes().find((one) => one === event.currentTarget.value) ?? 'all' })}
        >
          {outcomes().map((value) => (
            <option key={value} value={value}>
              {words.auditOutcomes[value]}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" variant="default">
        {words.auditShow}
      </Button>
      <FormProblem>{problem}</FormProblem>
    </form>
  );
};

const outcomes = (): Outcome[] => ['all', 'done', 'refused'];
