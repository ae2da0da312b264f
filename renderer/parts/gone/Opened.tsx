import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { words } from '../structure/words.ts';
import { Gone } from './Gone.tsx';
import styles from './Opened.module.css';
import { useWasDeleted, WasDeleted } from './wasDeleted.ts';

type Props<T> = {
  /** Which one is open; another id forgets the one before. */
  id: string;
  /** As the server has it now. */
  found: T | undefined;
  /** It may still come, as after it was made. */
  isComing: boolean;
  back: { label: string; go: () => void };
  children: (thing: T) => ReactNode;
};

/**
 * One thing out of a list. Where somebody else deletes it, the last that was known of it stays below a notice, with what was typed, until it
 * is closed; an address of what was gone before says just that.
 */
export const Opened = <T,>({ id, found, isComing, back, children }: Props<T>) => {
  const isWithinGone = useWasDeleted();
  const known = useRef<{ id: string; thing: T } | null>(null);
  if (found !== undefined) known.current = { id, thing: found };
  else if (known.current?.id !== id) known.current = null;
  if (known.current === null) return isComing ? null : <Gone back={back} />;
  const isGone = found === undefined && !isWithinGone;
  return (
    <WasDeleted value={found === undefined || isWithinGone}>
      <div className={styles.opened} data-gone={isGone || undefined}>
        {isGone ? (
          <div className={styles.notice} role="alert">
            <p>
              <strong>{words.gone}</strong> {words.goneTyped}
            </p>
            <Button variant="default" onClick={back.go}>
              {back.label}
            </Button>
          </div>
        ) : null}
        {children(known.current.thing)}
      </div>
    </WasDeleted>
  );
};
