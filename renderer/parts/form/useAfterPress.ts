import { useEffect, useRef } from 'react';

/**
 * Runs something when no button of a pointer is held: what appears while one presses moves the button away from under the
 * pointer, and the press is lost.
 */
export const useAfterPress = (): ((run: () => void) => void) => {
  const pressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const down = () => {
      pressed.current = true;
    };
    const up = () => {
      pressed.current = false;
      // after the click that follows
      setTimeout(() => {
        for (const run of waiting.current.splice(0)) run();
      });
    };
    addEventListener('pointerdown', down, true);
    addEventListener('pointerup', up, true);
    addEventListener('pointercancel', up, true);
    return () => {
      removeEventListener('pointerdown', down, true);
      removeEventListener('pointerup', up, true);
      removeEventListener('pointercancel', up, true);
    };
  }, []);
  return (run) => {
    if (pressed.current) waiting.current.push(run);
    else run();
  };
};
