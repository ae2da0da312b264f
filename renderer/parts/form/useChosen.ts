import { useEffect, useState } from 'react';

/** How long a choice is shown after the person and the page have both come to rest, in ms; then what the page says is shown again. */
const restMs = 1_000;

/** Calls once the browser has nothing else to do, so that a page that still follows is not taken for one that refused. Ends with the function given back. */
const whenIdle = (act: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const waiting = setTimeout(act, restMs);
    return () => clearTimeout(waiting);
  }
  const waiting = requestIdleCallback(act);
  return () => cancelIdleCallback(waiting);
};

/**
 * What is chosen, as soon as it is: a page that takes a while to follow must not make the next arrow key start from before. While it
 * follows, it may pass what is wanted on its way to an earlier wish; so only rest ends the wait, not the first time both agree.
 */
export const useChosen = <V>(value: V): [V, (wanted: V) => void] => {
  const [wanted, setWanted] = useState<{ value: V } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the page says anew is no rest
  useEffect(() => {
    if (wanted === null) return;
    let stopIdle = () => {};
    const resting = setTimeout(() => {
      stopIdle = whenIdle(() => setWanted(null));
    }, restMs);
    return () => {
      clearTimeout(resting);
      stopIdle();
    };
  }, [wanted, value]);
  return [wanted === null ? value : wanted.value, (chosen) => setWanted({ value: chosen })];
};
