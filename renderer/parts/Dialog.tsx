import type { ReactNode } from 'react';
import styles from './Dialog.module.css';
import { useModal } from './focus/useModal.ts';

type Props = {
  title: string;
  /** By Escape; without it the dialog is closed by its own buttons alone. */
  onCancel?: () => void;
  children: ReactNode;
};

/** The browser's own dialog over the page: what is behind cannot be reached until it is closed. */
export const Dialog = ({ title, onCancel, children }: Props) => {
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={title}
      // without a way to cancel the browser closes at the second Escape all the same
      {...(onCancel === undefined ? { closedby: 'none' } : {})}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
    >
      <h2>{title}</h2>
      {children}
    </dialog>
  );
};
