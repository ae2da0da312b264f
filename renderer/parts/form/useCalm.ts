import { useEffect, useState } from 'react';

/** Longer than the two presses of a double click are apart. */
const calmMs = 1000;

/**
 * Busy a little longer: a button that has just become its own opposite (on, off) does not take the second press of a double click, which
 * would undo what the first one did.
 */
export const useCalm = (busy: boolean): boolean => {
  const [wasBusy, setWasBusy] = useState(false);
  useEffect(() => {
    if (busy) {
      setWasBusy(true);
      return;
    }
    const timer = setTimeout(() => setWasBusy(false), calmMs);
    return () => clearTimeout(timer);
  }, [busy]);
  return busy || wasBusy;
};
