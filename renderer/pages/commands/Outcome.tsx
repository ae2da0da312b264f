import styles from './Page.module.css';
import type { Told } from './told.ts';
import { words } from './words.ts';

/** Sent, read back, and then one of four: confirmed, accepted unverified, refused, unknown; each in words. */
export const Outcome = ({ told }: { told: Told | null }) => (
  <div role="status">
    {told === null ? null : (
      <p className={styles.outcome} data-state={told.state}>
        <strong>{words.outcomes[told.state]}</strong> {words.meanings[told.state]} {told.detail}
      </p>
    )}
  </div>
);
