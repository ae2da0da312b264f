import type { ReactNode } from 'react';
import styles from './IconButton.module.css';

type Props = {
  label: string;
  /** Without a border, for the bar at the top. */
  bare?: boolean;
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** A button that is a picture; its name is what the pointer and a screen reader get. */
export const IconButton = ({ label, bare = false, pressed, disabled = false, onClick, children }: Props) => (
  <button
    type="button"
    className={styles.button}
    data-bare={bare || undefined}
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </button>
);
