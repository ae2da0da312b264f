import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { AskPassword } from '../api/session.ts';
import { useServices } from '../state/services.ts';
import { text } from '../text/words.ts';
import styles from './ConfirmPassword.module.css';

type Question = { wasWrong: boolean; answer: (password: string | null) => void };

/** Asks for the password once more, for whatever request of whatever page grants rights. */
export const ConfirmPassword = () => {
  const { session } = useServices();
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    const ask: AskPassword = (wasWrong) => new Promise((answer) => setQuestion({ wasWrong, answer }));
    session.askPassword = ask;
    return () => {
      session.askPassword = undefined;
    };
  }, [session]);
  if (question === null) return null;
  const answer = (password: string | null): void => {
    setQuestion(null);
    question.answer(password);
  };
  return <Dialog wasWrong={question.wasWrong} onAnswer={answer} />;
};

const Dialog = ({ wasWrong, onAnswer }: { wasWrong: boolean; onAnswer: (password: string | null) => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [password, setPassword] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
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
