import { Button } from '@mantine/core';
import { Dialog } from '../Dialog.tsx';
import { Differences } from './Differences.tsx';
import styles from './Editor.module.css';
import { differences } from './things.ts';
import type { EditedDocument } from './useEditedDocument.ts';
import { words } from './words.ts';

type Props<D> = { of: EditedDocument<D>; nameOf: (thing: object, key: string) => string };

/** Both sides, where somebody else saved meanwhile: nothing is dropped without a choice. */
export const Conflict = <D,>({ of, nameOf }: Props<D>) => {
  const { theirs, doc, version, rules } = of;
  if (theirs === null) return null;
  const base = rules.thingsOf(theirs.base);
  return (
    <Dialog title={words.conflict}>
      <div className={styles.stack}>
        <p>{words.conflictWhat(version, theirs.version)}</p>
        <h3>{words.mine}</h3>
        <Differences of={differences(base, rules.thingsOf(doc))} label={words.mine} nameOf={nameOf} />
        <h3>{words.theirs}</h3>
        <Differences of={differences(base, rules.thingsOf(theirs.doc))} label={words.theirs} nameOf={nameOf} />
        <p className={styles.note}>{words.conflictHint}</p>
        <div className={styles.row}>
          <Button onClick={of.putOnTop}>{words.putOnTop}</Button>
          <Button variant="default" onClick={of.takeTheirs}>
            {words.takeTheirs}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
