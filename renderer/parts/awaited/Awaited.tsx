import { type ReactNode, useEffect, useState } from 'react';
import { text } from '../../text/words.ts';
import styles from './Awaited.module.css';

/** An answer that comes sooner replaces the one before without a blank in between. */
const soonMs = 250;

/** What was chosen before keeps its place while what is chosen comes, and cannot be taken for it: it is unseen, but for what has `data-stays`. */
export const Awaited = ({ isAwaited, children }: { isAwaited: boolean; children: ReactNode }) => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setTimeout(() => setLate(true), soonMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isAwaited]);
  return (
    <div className={styles.whole} data-awaited={(isAwaited && isLate) || undefined}>
      {isAwaited ? <span className="hw-only-read" data-stays role="status" aria-label={text.loading} /> : null}
      {children}
    </div>
  );
};
