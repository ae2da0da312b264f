import { useEffect, useState } from 'react';

/** How long a choice is shown before the page has followed it, in ms; afterwards what the page says stands again. */
const awaitedMs = 1_000;

/** What is chosen, as soon as it is: a page that takes a while to follow must not make the next arrow key start from before. */
export const useChosen = <V>(value: V): [V, (wanted: V) => void] => {
  const [wanted, setWanted] = useState<V | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    const waiting = setTimeout(() => setWanted(null), wanted === value ? 0 : awaitedMs);
    return () => clearTimeout(waiting);
  }, [wanted, value]);
  return [wanted ?? value, setWanted];
};
