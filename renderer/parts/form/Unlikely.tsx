import { Button } from '@mantine/core';
import { ApiError } from '../../api/call.ts';
import { Dialog } from '../Dialog.tsx';
import styles from '../editor/Editor.module.css';
import { words } from './words.ts';

/** Whether the server took something for unlikely, and takes it with `confirmed: true`. */
export const isUnlikely = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.failure.kind === 'refused' &&
  (error.failure.body.errors ?? []).some(({ path }) => path.replace(/^body\./, '') === 'confirmed');

type Props = {
  /** What was typed, and what was to be expected. */
  figures: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks about what may be right and seldom is, before it is kept. */
export const Unlikely = ({ figures, onConfirm, onCancel }: Props) => (
  <Dialog title={words.unlikely} onCancel={onCancel}>
    <div className={styles.stack}>
      <p>{figures}</p>
      <div className={styles.row}>
        <Button onClick={onCancel}>{words.lookAgain}</Button>
        <Button variant="default" onClick={onConfirm}>
          {words.itIsRight}
        </Button>
      </div>
    </div>
  </Dialog>
);
