import { lazy, Suspense, useEffect, useState } from 'react';
import type { AskPassword } from '../../api/onBehalf.ts';
import { patiently } from '../../api/patiently.ts';
import { useServices } from '../../state/services.ts';

const PasswordDialog = lazy(async () => ({ default: (await patiently(() => import('./PasswordDialog.tsx'))).PasswordDialog }));

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
  return (
    <Suspense>
      <PasswordDialog wasWrong={question.wasWrong} onAnswer={answer} />
    </Suspense>
  );
};
