import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { FormProblem } from '../form/fields.tsx';
import { words as formWords } from '../form/words.ts';
import { explain } from '../states.tsx';
import styles from './Fields.module.css';
import { words } from './words.ts';

type Props = { name: string /** What it means. */; hint: string; remove: () => Promise<unknown>; onDone: () => void };

/** What cannot be undone asks for the name. */
export const DeleteByName = ({ name, hint, remove, onDone }: Props) => {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <form
      className={styles.group}
      noValidate
      aria-label={words.delete(name)}
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        setProblem(null);
        remove()
          .then(onDone, (error: unknown) => setProblem(explain(error)))
          .finally(() => setBusy(false));
      }}
    >
      <p className={styles.note}>{hint}</p>
      <div className={styles.row}>
        <label className={styles.stacked} htmlFor={id}>
          {formWords.typeName(name)}
          <input id={id} autoComplete="off" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <Button type="submit" variant="default" disabled={typed !== name} loading={busy}>
          {words.delete(name)}
        </Button>
      </div>
      <FormProblem>{problem}</FormProblem>
    </form>
  );
};
