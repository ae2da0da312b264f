import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useState } from 'react';
import { usePasswordLink as setByLink } from '../../../server/contract/plant/accounts/passwordLinks.ts';
import { ApiError, call } from '../../api/call.ts';
import { FormProblem, TextField } from '../../parts/form/fields.tsx';
import { useForm } from '../../parts/form/useForm.ts';
import { useServices } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import { words } from '../settings/words.ts';
import styles from './Page.module.css';

/** The page of a one-time link: a password, then the panel. */
export const ChoosePassword = ({ onDone }: { onDone: () => void }) => {
  const { session } = useServices();
  const [token] = useState(() => location.hash.slice(1));
  const [busy, setBusy] = useState(false);
  const [isDead, setIsDead] = useState(token === '');
  const form = useForm({ schema: setByLink.body, start: { newPassword: '' }, body: (draft) => ({ ...draft, token }) });
  useDocumentTitle(text.pageTitle(words.choose));

  const send = async () => {
    const body = form.check();
    if (body === null) return;
    setBusy(true);
    try {
      const { username } = await call(setByLink, { body });
      history.replaceState(null, '', '/');
      // where this fails the page of the sign-in says why
      await session.signIn(username, body.newPassword).catch(() => undefined);
      onDone();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 1401) setIsDead(true);
      else form.refuse(error);
    }
  };

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1>{words.choose}</h1>
        {isDead ? (
          <p className={styles.notice} role="alert">
            {words.linkDead}
          </p>
        ) : (
          <form
            className={styles.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void send();
            }}
          >
            <p>{words.chooseHelp}</p>
            <TextField
              of={form.bind('newPassword')}
              label={text.login.password}
              hint={words.newPasswordHint}
              type="password"
              autoComplete="new-password"
              autoFocus
            />
            <FormProblem>{form.problem}</FormProblem>
            <Button type="submit" loading={busy} size="md" fullWidth>
              {words.chooseSubmit}
            </Button>
          </form>
        )}
      </div>
    </main>
  );
};
