import styles from './FactList.module.css';
import type { UnitFact } from './unitFacts.ts';

/** Names with their values, one a line. */
export const FactList = ({ label, facts, none }: { label: string; facts: readonly UnitFact[]; none: string }) =>
  facts.length === 0 ? (
    <p>{none}</p>
  ) : (
    <dl className={styles.facts} aria-label={label}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
