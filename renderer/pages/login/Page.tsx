import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../api/call.ts';
import type { Profile, SignedOutReason } from '../../api/session.ts';
import { explain } from '../../parts/states.tsx';
import { useServices } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import styles from './Page.module.css';

const refusal = (error: unknown): string => {
  if (error instanceof ApiError && error.failure.kind === 'refused') {
    const { code, retryAfterSeconds } = error.failure.body;
    if (code === 1401) return text.login.wrong;
    if (code === 1405) return text.login.disabled;
    if (code === 429) return text.login.tooMany(retryAfterSeconds ?? 60);
  }
  return explain(error);
};

type Props = {
  /** Why one is asked again. */
  reason: SignedOutReason | 'hasOwner' | null;
  /** Whose page waits behind the question. */
  waitsFor: Profile | null;
};

/** Asks who it is. */
export const LoginPage = ({ reason, waitsFor }: Props) => {
  const { session } = useServices();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<'username' | 'password' | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [visible, setVisible] = useState(false);
  const usernameRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  useDocumentTitle(text.pageTitle(text.login.title));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setRefused(null);
    const empty = username.trim() === '' ? 'username' : password === '' ? 'password' : null;
    setMissing(empty);
    if (empty !== null) {
      (empty === 'username' ? usernameRef : passwordRef).current?.focus();
      return;
    }
    setBusy(true);
    try {
      await session.signIn(username.trim(), password);
    } catch (error) {
      setRefused(refusal(error));
      setBusy(false);
      passwordRef.current?.select();
    }
  };

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <img src="/mark.svg" alt="" width="40" height="40" />
          <div className={styles.words}>
            <p className={styles.product}>{text.product}</p>
            <p className={styles.intro}>{text.login.intro}</p>
          </div>
        </div>
        <h1>{text.login.title}</h1>
        {reason === null || refused !== null ? null : (
          <p className={styles.notice} role="status">
            {text.login.reasons[reason]} {waitsFor === null ? '' : text.login.waits(waitsFor.username)}
          </p>
        )}
        <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          <TextInput
            ref={usernameRef}
            label={text.login.username}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
            error={missing === 'username' ? text.login.usernameMissing : undefined}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            size="md"
          />
          <PasswordInput
            ref={passwordRef}
            label={text.login.password}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={missing === 'password' ? text.login.passwordMissing : undefined}
            autoComplete="current-password"
            visible={visible}
            onVisibilityChange={setVisible}
            visibilityToggleButtonProps={{ 'aria-label': visible ? text.login.hide : text.login.show }}
            size="md"
          />
          <div role="alert">{refused === null ? null : <p className={styles.notice}>{refused}</p>}</div>
          <Button type="submit" loading={busy} size="md" fullWidth>
            {text.login.submit}
          </Button>
        </form>
      </div>
    </main>
  );
};
