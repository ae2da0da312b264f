import type { ReactNode } from 'react';
import styles from './Facts.module.css';

export type Fact = {
  key: string;
  name: string;
  value: ReactNode;
  /** Below the value, small. */
  note?: ReactNode;
  /** In the place of the note where all figures are rows on one screen of a phone. */
  brief?: string;
  /** Counts but is not complete: hatched. */
  provisional?: boolean;
};

/** Figures side by side, each with its name above and what one must know of it below. */
export const Facts = ({ facts, label }: { facts: readonly Fact[]; label: string }) => (
  <dl className={styles.facts} data-brief={facts.some(({ brief }) => brief !== undefined) || undefined} aria-label={label}>
    {facts.map(({ key, name, value, note, brief, provisional }) => (
      <div key={key}>
        <dt>{name}</dt>
        <dd className={styles.value} data-provisional={provisional || undefined}>
          {value}
        </dd>
        {note === undefined ? null : <dd className={styles.note}>{note}</dd>}
        {brief === undefined ? null : <dd className={styles.brief}>{brief}</dd>}
      </div>
    ))}
  </dl>
);
