import { Button } from '@mantine/core';
import { useNow } from '../../state/now.ts';
import { useServices } from '../../state/services.ts';
import { formatAge } from '../../text/times.ts';
import styles from './Page.module.css';
import type { Making } from './useMaking.ts';
import { words } from './words.ts';

/** What is being made now and what became of the last ones. */
export const MakingList = ({ all }: { all: readonly Making[] }) => {
  const { clock } = useServices();
  const nowMs = useNow(clock);
  if (all.length === 0) return null;
  return (
    <ul className={styles.making} aria-label={words.making}>
      {all.map(({ id, label, startedMs, state, problem, cancel }) => (
        <li key={id} data-state={state}>
          <span className={styles.what}>{label}</span>
          <span role="status" className={styles.state}>
            {state === 'making' ? words.makingSince(formatAge(nowMs - startedMs)) : words.madeState[state]}
            {problem === null ? null : `: ${problem}`}
          </span>
          {state === 'making' ? (
            <>
              <progress className={styles.progress} aria-label={label} />
              <Button variant="default" size="compact-sm" onClick={cancel}>
                {words.cancel}
              </Button>
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
};
