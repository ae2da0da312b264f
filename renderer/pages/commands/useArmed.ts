import { useEffect, useState } from 'react';
import { LEFT_EVENT } from '../../../server/contract/process/leftEvent.ts';
import { useNow } from '../../state/now.ts';
import { useServices } from '../../state/services.ts';
import { armedSeconds, type Moment } from './armedWindow.ts';

export type Armed = { secondsLeft: number; arm: () => void; end: () => void };

/**
 * The window in which what was chosen may be sent: from the choice on, ended when it was sent, the page is hidden, or the screen of the desktop is
 * locked.
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
    const endNow = () => setArmed(null);
    document.addEventListener('visibilitychange', end);
    globalThis.addEventListener(LEFT_EVENT, endNow);
    return () => {
      document.removeEventListener('visibilitychange', end);
      globalThis.removeEventListener(LEFT_EVENT, endNow);
    };
  }, []);
  const arm = () => {
    setArmed(now());
    onArmed();
  };
  return { secondsLeft: armedSeconds(armed, now()), arm, end: () => setArmed(null) };
};
