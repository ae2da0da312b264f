import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Editor.module.css';
import type { EditedDocument } from './useEditedDocument.ts';
import { words } from './words.ts';

type Props<D> = { of: EditedDocument<D>; children?: ReactNode };

/** Undo, redo, save, and whether the document is saved; further tools beside them. */
export const EditorBar = <D,>({ of, children }: Props<D>) => (
  <div className={styles.bar} role="toolbar" aria-label={words.tools}>
    <Button variant="default" disabled={!of.canUndo} onClick={of.undo}>
      {words.undo}
    </Button>
    <Button variant="default" disabled={!of.canRedo} onClick={of.redo}>
      {words.redo}
    </Button>
    {children}
    <span className={styles.state} role="status">
      {of.isDirty ? (of.isKept ? words.dirty : words.notKept) : of.version === 0 ? words.never : words.saved(of.version)}
    </span>
    <Button loading={of.busy} disabled={!of.isDirty} onClick={of.save}>
      {words.save}
    </Button>
  </div>
);
