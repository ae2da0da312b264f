import { useEffect, useState } from 'react';
import { useNow } from '../../state/now.ts';
import { useServices } from '../../state/services.ts';
import { armedSeconds, type Moment } from './armedWindow.ts';

export type Armed = { secondsLeft: number; arm: () => void; end: () => void };

/**
 * The window in which what was chosen may be sent: from the choice on, ended when it was sent or the page is hidden.
 * @param onArmed a person prepares the next command.
 */
export const useArmed = (onArmed: () => void): Armed => {
  const { clock } = useServices();
  const now = (): Moment => ({ clockMs: clock.now(), monotonicMs: performance.now() });
  const [armed, setArmed] = useState<Moment | null>(now);
  useNow(clock);
  useEffect(() => {
    const end = () => {
      if (document.visibilityState === 'hidden') setArmed(null);
    };
    document.addEventListener('visibilitychange', end);
    return () => document.removeEventListener('visibilitychange', end);
  }, []);
  const arm = () => {
    setArmed(now());
    onArmed();
  };
  return { secondsLeft: armedSeconds(armed, now()), arm, end: () => setArmed(null) };
};
