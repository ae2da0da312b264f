import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { FormProblem } from '../../../parts/form/fields.tsx';
import { useFields } from '../../../parts/structure/useFields.ts';
import styles from '../Plant.module.css';
import { words } from '../words.ts';
import { strapTableOf } from './strapTable.ts';

const path = ['meta', 'tank', 'rows'];

/** A strap table pasted as a whole in place of the rows of the form; undo of the form takes it back. */
export const StrapPaste = () => {
  const { change } = useFields();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const takeOver = () => {
    const table = strapTableOf(typed);
    if ('wrongLine' in table) return setProblem(words.pasteWrong(table.wrongLine));
    if (table.rows.length < 2) return setProblem(words.pasteFew);
    setProblem(null);
    setTyped('');
    change(path, table.rows);
  };
  return (
    <div className={styles.paste}>
      <label htmlFor={id}>{words.paste}</label>
      <textarea id={id} rows={4} spellCheck={false} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <FormProblem>{problem}</FormProblem>
      <div>
        <Button variant="default" disabled={typed.trim() === ''} onClick={takeOver}>
          {words.pasteDo}
        </Button>
      </div>
    </div>
  );
};
