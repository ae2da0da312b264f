import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { listPeople } from '../../../server/contract/plant/accounts/people.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { dateTyped } from '../../parts/dates/calendar.ts';
import { DateBox } from '../../parts/form/DateBox.tsx';
import { FormProblem, SelectField, TextField } from '../../parts/form/fields.tsx';
import type { Bound } from '../../parts/form/useForm.ts';
import { useProfile } from '../../state/services.ts';
import { type AuditSearch, readAuditSearch } from './entry.ts';
import styles from './Page.module.css';
import { words as programWords } from './program/words.ts';
import { words } from './words.ts';

type Outcome = keyof typeof words.auditOutcomes;

const outcomes: readonly Outcome[] = ['all', 'done', 'refused'];
const empty = { kind: '', subject: '', outcome: 'all' as Outcome, who: '', from: '', to: '' };

/** Kind, thing, person, days and outcome; empty fields do not narrow. */
export const AuditFilter = ({ shown, onShow }: { shown: AuditSearch; onShow: (search: AuditSearch) => void }) => {
  const { permissions } = useProfile();
  const people = useEndpoint(listPeople, {}, { enabled: permissions.includes('ACCOUNT_SETTINGS') });
  const [typed, setTyped] = useState<typeof empty>({ ...empty, ...shown });
  const address = JSON.stringify(shown);
  const [drawnOf, setDrawnOf] = useState(address);
  if (address !== drawnOf) {
    setDrawnOf(address);
    setTyped({ ...empty, ...shown });
  }
  const listed = people.data?.users.map(({ id: value, username, name }) => ({ value, label: username === '' ? name : username }));
  const isListed = typed.who === '' || listed?.some(({ value }) => value === typed.who);
  const [problem, setProblem] = useState<string | null>(null);
  const set = (part: Partial<typeof empty>) => setTyped((before) => ({ ...before, ...part }));
  const show = () => {
    const [first, last] = [typed.from, typed.to].map((one) => (one.trim() === '' ? undefined : dateTyped(one)));
    const isWrong = first === null || last === null;
    setProblem(isWrong ? programWords.auditDayWrong : null);
    if (isWrong) return;
    onShow(
      readAuditSearch({
        ...{ kind: typed.kind.trim(), subject: typed.subject.trim(), who: typed.who, outcome: typed.outcome },
        ...{ from: first, to: last },
      }),
    );
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
      {listed === undefined && isListed ? null : (
        <SelectField
          of={bind('who')}
          label={programWords.auditWho}
          options={[
            { value: '', label: programWords.auditAnybody },
            ...(listed ?? []),
            // a link may name somebody whom this list has not
            ...(isListed ? [] : [{ value: typed.who, label: typed.who }]),
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
