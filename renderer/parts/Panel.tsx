import type { ReactNode } from 'react';
import type { Fresh } from '../state/fresh.ts';
import { AsOf } from './figures/AsOf.tsx';
import styles from './Panel.module.css';

type Props = {
  title: string;
  hiddenTitle?: boolean;
  note?: ReactNode;
  actions?: ReactNode;
  /** Says so where the panel's data are old. */
  fresh?: Fresh;
  id: string;
  children: ReactNode;
};

/** A titled area of a page; a region for screen readers. */
export const Panel = ({ title, hiddenTitle = false, note, actions, fresh, id, children }: Props) => (
  <section className={styles.panel} aria-labelledby={id}>
    <div className={hiddenTitle ? 'hw-only-read' : styles.head}>
      <h2 id={id}>{title}</h2>
      {note === undefined ? null : <div className={styles.note}>{note}</div>}
      {fresh === undefined ? null : <AsOf of={fresh} />}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
    {children}
  </section>
);
