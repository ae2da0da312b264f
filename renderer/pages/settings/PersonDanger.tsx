import { Button } from '@mantine/core';
import { useState } from 'react';
import { resetPassword } from '../../../server/contract/plant/accounts/access.ts';
import { createPasswordLink, type PasswordLink } from '../../../server/contract/plant/accounts/passwordLinks.ts';
import { changePerson, deletePerson, type Person } from '../../../server/contract/plant/accounts/people.ts';
import { useSend } from '../../api/useEndpoint.ts';
import { FormProblem, TextField } from '../../parts/form/fields.tsx';
import { useBound } from '../../parts/form/useBound.ts';
import { useCalm } from '../../parts/form/useCalm.ts';
import { useForm } from '../../parts/form/useForm.ts';
import { words as formWords } from '../../parts/form/words.ts';
import { explain } from '../../parts/states.tsx';
import { OneTimeLink } from './OneTimeLink.tsx';
import styles from './Page.module.css';
import { words } from './words.ts';

/** What cannot be undone asks for the name. */
export const PersonDanger = ({ person, onDone }: { person: Person; onDone: () => void }) => {
  const remove = useSend(deletePerson);
  const change = useSend(changePerson);
  const isChanging = useCalm(change.busy);
  const reset = useSend(resetPassword);
  const invite = useSend(createPasswordLink);
  const [link, setLink] = useState<PasswordLink | null>(null);
  const [typed, setTyped] = useState('');
  const ofTyped = useBound(typed, setTyped);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ schema: resetPassword.body, start: { newPassword: '' } });
  const fail = (error: unknown) => setProblem(explain(error));
  const params = { id: person.id };
  return (
    <>
      {person.login === 'password' ? (
        <form
          className={styles.inline}
          noValidate
          aria-label={words.newPassword}
          onSubmit={(event) => {
            event.preventDefault();
            const body = form.check();
            if (body === null) return;
            reset.send({ params, body }).then(() => {
              form.settle({ newPassword: '' });
              setProblem(words.passwordSet);
            }, form.refuse);
          }}
        >
          <TextField
            of={form.bind('newPassword')}
            label={words.newPassword}
            hint={words.newPasswordHint}
            type="password"
            autoComplete="new-password"
          />
          <Button type="submit" variant="default" loading={reset.busy}>
            {words.setPassword}
          </Button>
          <FormProblem>{form.problem}</FormProblem>
        </form>
      ) : null}
      {person.login === 'password' && link === null ? (
        <div className={styles.inline}>
          <Button variant="default" loading={invite.busy} onClick={() => invite.send({ params }).then(setLink, fail)}>
            {words.makeLink}
          </Button>
        </div>
      ) : null}
      {link === null ? null : <OneTimeLink link={link} />}
      <div className={styles.inline}>
        <Button
          variant="default"
          loading={isChanging}
          onClick={() =>
            change.send({ params, headers: { 'If-Match': `"${person.tag}"` }, body: { disabled: !person.disabled } }).catch(fail)
          }
        >
          {person.disabled ? words.enable : words.disable}
        </Button>
      </div>
      <div className={styles.inline}>
        <TextField of={ofTyped} label={formWords.typeName(person.username)} />
        <Button
          variant="default"
          disabled={typed !== person.username}
          loading={remove.busy}
          onClick={() => remove.send({ params }).then(onDone, fail)}
        >
          {words.remove}
        </Button>
      </div>
      <FormProblem>{problem}</FormProblem>
    </>
  );
};
