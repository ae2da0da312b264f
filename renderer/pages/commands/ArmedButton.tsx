import { Button } from '@mantine/core';
import { HoldButton } from './HoldButton.tsx';
import styles from './Page.module.css';
import type { Armed } from './useArmed.ts';
import { words } from './words.ts';

type Props = { label: string; armed: Armed; disabled: boolean; onHeld: () => void };

/** Sends what was chosen, by holding, while its window is open; afterwards it asks to be made ready again. */
export const ArmedButton = ({ label, armed: { secondsLeft, arm }, disabled, onHeld }: Props) => (
  <>
    <HoldButton label={label} disabled={disabled || secondsLeft === 0} onHeld={onHeld} />
    {disabled ? null : secondsLeft > 0 ? (
      <p className={styles.note}>{words.readyFor(secondsLeft)}</p>
    ) : (
      <div className={styles.buttons}>
        <p className={styles.note} role="status">
          {words.notReady}
        </p>
        <Button variant="default" onClick={arm}>
          {words.makeReady}
        </Button>
      </div>
    )}
  </>
);
