import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from './Page.module.css';
import { words } from './words.ts';

const holdMs = 2000;

type Props = { label: string; disabled: boolean; onHeld: () => void };

/** Acts after it was held for two seconds, by pointer or by space or Enter; a release before that does nothing. */
export const HoldButton = ({ label, disabled, onHeld }: Props) => {
  const [held, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setHeld(false);
  };
  const press = () => {
    if (disabled || timer.current !== undefined) return;
    setHeld(true);
    timer.current = setTimeout(() => {
      release();
      onHeld();
    }, holdMs);
  };
  // what cannot be sent any more is not sent by a finger that stayed on it, also where a button loses no focus by that
  useEffect(() => {
    if (!disabled) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    setHeld(false);
  }, [disabled]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';
  return (
    <button
      type="button"
      className={styles.hold}
      data-held={held || undefined}
      disabled={disabled}
      onPointerDown={({ button, isPrimary }) => {
        if (button === 0 && isPrimary) press();
      }}
      // a finger captures what it touches: the browser says of none that it left
      onPointerMove={({ clientX, clientY, currentTarget }) => {
        const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
        if (clientX < left || clientX > right || clientY < top || clientY > bottom) release();
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onBlur={release}
      onKeyDown={(event) => {
        if (!isKey(event)) return;
        event.preventDefault();
        if (!event.repeat) press();
      }}
      onKeyUp={(event) => {
        if (isKey(event)) release();
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      <span className={styles.holdBar} aria-hidden="true" />
      <span>
        {label}
        <span className={styles.holdHint}>{held ? words.keepHolding : words.holdTwo}</span>
      </span>
    </button>
  );
};
