import type { ReactNode } from 'react';
import styles from './Panel.module.css';

type Props = { title: string; hiddenTitle?: boolean; note?: ReactNode; actions?: ReactNode; id: string; children: ReactNode };

/** A titled area of a page; a region for screen readers. */
export const Panel = ({ title, hiddenTitle = false, note, actions, id, children }: Props) => (
  <section className={styles.panel} aria-labelledby={id}>
    <div className={hiddenTitle ? 'hw-only-read' : styles.head}>
      <h2 id={id}>{title}</h2>
      {note === undefined ? null : <div className={styles.note}>{note}</div>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
    {children}
  </section>
);
