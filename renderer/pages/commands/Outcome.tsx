import type { CommandState } from './commandState.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

/** Sent, read back, and then one of four: confirmed, accepted unverified, refused, unknown; each in words. */
export const Outcome = ({ commandState }: { commandState: CommandState | null }) => (
  <div role="status">
    {commandState === null ? null : (
      <p className={styles.outcome} data-state={commandState.state}>
        <strong>{words.outcomes[commandState.state]}</strong> {words.meanings[commandState.state]} {commandState.detail}
      </p>
    )}
  </div>
);
