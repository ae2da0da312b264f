import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useWayBack } from '../focus/useFocusBack.ts';
import { words } from '../structure/words.ts';
import { type Drawn, drawnOf } from './drawnOf.ts';
import { Gone } from './Gone.tsx';
import styles from './Opened.module.css';
import { useWasDeleted, WasDeleted } from './wasDeleted.ts';

type Back = { label: string; go: () => void };

type Props<T> = {
  /** Which one is open; another id forgets the one before. */
  id: string;
  /** As the server has it now. */
  found: T | undefined;
  /** It may still come, as after it was made. */
  isComing: boolean;
  /** In its place until it comes. */
  meanwhile?: ReactNode;
  back: Back;
  children: (thing: T) => ReactNode;
};

/** Above the form of what somebody else deleted. */
const Notice = ({ back }: { back: Back }) => {
  const box = useWayBack();
  return (
    <div ref={box} className={styles.notice} role="alert">
      <p>
        <strong>{words.gone}</strong> {words.goneTyped}
      </p>
      <Button variant="default" onClick={back.go}>
        {back.label}
      </Button>
    </div>
  );
};

/**
 * One thing out of a list. Where somebody else deletes it, the last that was known of it stays below a notice, with what was typed, until it
 * is closed; an address of what was gone before says just that.
 */
export const Opened = <T,>({ id, found, isComing, meanwhile = null, back, children }: Props<T>) => {
  const isWithinGone = useWasDeleted();
  const drawn = useRef<Drawn<T>>(null);
  drawn.current = drawnOf(drawn.current, { id, found, isComing });
  if (drawn.current === null) return meanwhile;
  const { thing } = drawn.current;
  if (thing === null) return <Gone back={back} />;
  const isGone = found === undefined && !isWithinGone;
  return (
    <WasDeleted value={found === undefined || isWithinGone}>
      <div className={styles.opened} data-gone={isGone || undefined}>
        {isGone ? <Notice back={back} /> : null}
        {children(thing)}
      </div>
    </WasDeleted>
  );
};
