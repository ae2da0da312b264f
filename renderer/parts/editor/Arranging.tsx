import { Button } from '@mantine/core';
import { type Alignment, alignments } from './arrange.ts';
import styles from './Editor.module.css';
import { words } from './words.ts';

type Props = { count: number; onAlign: (how: Alignment) => void };

/** Lines several symbols up. */
export const Arranging = ({ count, onAlign }: Props) => (
  <fieldset className={styles.stack}>
    <legend>
      {words.selected(count)}: {words.alignTitle}
    </legend>
    <div className={styles.row}>
      {alignments.map((how) => (
        <Button key={how} size="xs" variant="default" onClick={() => onAlign(how)}>
          {words.align[how]}
        </Button>
      ))}
    </div>
  </fieldset>
);
