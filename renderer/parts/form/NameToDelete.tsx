import { Button } from '@mantine/core';
import { useState } from 'react';
import { explain } from '../states.tsx';
import styles from './Form.module.css';
import { FormProblem } from './fields.tsx';
import { words } from './words.ts';

type Props = { name: string; action: string; busy: boolean; onDelete: () => Promise<unknown> };

/** What cannot be undone: the name is typed before the button can be pressed. */
export const NameToDelete = ({ name, action, busy, onDelete }: Props) => {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <div className={styles.danger}>
      <label className={styles.field}>
        {words.typeName(name)}
        <input className={styles.input} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <Button
        variant="default"
        disabled={typed !== name}
        loading={busy}
        onClick={() => {
          setProblem(null);
          onDelete().catch((error: unknown) => setProblem(explain(error)));
        }}
      >
        {action}
      </Button>
      <FormProblem>{problem}</FormProblem>
    </div>
  );
};
