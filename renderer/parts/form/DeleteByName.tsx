import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useWasDeleted } from '../gone/wasDeleted.ts';
import { explain } from '../states.tsx';
import styles from './Form.module.css';
import { FormProblem } from './fields.tsx';
import { words } from './words.ts';

type Props = {
  name: string;
  /** What it means. */
  hint?: string;
  /** In place of "Delete" and the name. */
  action?: string;
  remove: () => Promise<unknown>;
  onDone?: () => void;
};

/** What cannot be undone asks for the name. */
export const DeleteByName = ({ name, hint, action = words.delete(name), remove, onDone }: Props) => {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (useWasDeleted()) return null;
  return (
    <form
      className={styles.danger}
      noValidate
      aria-label={action}
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        setProblem(null);
        remove()
          .then(
            () => onDone?.(),
            (error: unknown) => setProblem(explain(error)),
          )
          .finally(() => setBusy(false));
      }}
    >
      {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      <div className={styles.choices}>
        <label className={styles.field} htmlFor={id}>
          {words.typeName(name)}
          <input
            id={id}
            className={styles.input}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <Button
          type="submit"
          variant="default"
          classNames={{ root: styles.named ?? '', label: styles.namedWords ?? '' }}
          disabled={typed !== name}
          loading={busy}
        >
          {action}
        </Button>
      </div>
      <FormProblem>{problem}</FormProblem>
    </form>
  );
};
