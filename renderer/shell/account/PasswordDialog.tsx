import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useModal } from '../../parts/focus/useModal.ts';
import { text } from '../../text/words.ts';
import styles from './ConfirmPassword.module.css';

/** The question for the password, loaded when it is asked. */
export const PasswordDialog = ({ wasWrong, onAnswer }: { wasWrong: boolean; onAnswer: (password: string | null) => void }) => {
  const dialog = useModal();
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== '') onAnswer(password);
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={text.confirm.title} onCancel={() => onAnswer(null)}>
      <form onSubmit={submit} className={styles.form}>
        <h2>{text.confirm.title}</h2>
        <p>{text.confirm.why}</p>
        <PasswordInput
          label={text.login.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={wasWrong ? text.confirm.wrong : undefined}
          autoComplete="current-password"
          data-autofocus
          autoFocus
        />
        <div className={styles.actions}>
          <Button variant="default" onClick={() => onAnswer(null)}>
            {text.confirm.cancel}
          </Button>
          <Button type="submit">{text.confirm.submit}</Button>
        </div>
      </form>
    </dialog>
  );
};
