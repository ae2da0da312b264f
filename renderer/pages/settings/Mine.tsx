import { Button } from '@mantine/core';
import { useState } from 'react';
import { changePassword, endSession, listSessions } from '../../../server/contract/plant/accounts/access.ts';
import { useEndpoint, useSend } from '../../api/useEndpoint.ts';
import { FormProblem, TextField } from '../../parts/form/fields.tsx';
import { useForm } from '../../parts/form/useForm.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import styles from './Page.module.css';
import { Sessions } from './Sessions.tsx';
import { words } from './words.ts';

const empty = { password: '', newPassword: '' };

/** The person's own password and sessions. */
export const Mine = () => {
  const sessions = useEndpoint(listSessions, {}, { everyMs: 30_000 });
  const end = useSend(endSession);
  const send = useSend(changePassword);
  const [done, setDone] = useState(false);
  const form = useForm({ schema: changePassword.body, start: empty });
  return (
    <div className={styles.split}>
      <form
        className={styles.panel}
        noValidate
        aria-label={words.ownPassword}
        onSubmit={(event) => {
          event.preventDefault();
          setDone(false);
          const body = form.check();
          if (body === null) return;
          send.send({ body }).then(() => {
            setDone(true);
            form.settle(empty);
          }, form.refuse);
        }}
      >
        <h2>{words.ownPassword}</h2>
        <p className={styles.sub}>{words.ownPasswordHint}</p>
        <TextField of={form.bind('password')} label={words.present} type="password" autoComplete="current-password" />
        <TextField
          of={form.bind('newPassword')}
          label={words.newPassword}
          hint={words.newPasswordHint}
          type="password"
          autoComplete="new-password"
        />
        <FormProblem>{form.problem}</FormProblem>
        <p role="status">{done ? words.passwordSet : ''}</p>
        <div>
          <Button type="submit" loading={send.busy}>
            {words.setPassword}
          </Button>
        </div>
      </form>
      <div className={styles.panel}>
        <Loaded of={sessions} rows={3}>
          {(data) => <Sessions sessions={data.sessions} busy={end.busy} onEnd={(id) => end.send({ params: { id } })} />}
        </Loaded>
      </div>
    </div>
  );
};
