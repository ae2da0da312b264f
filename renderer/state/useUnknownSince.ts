import { useEffect, useState } from 'react';
import type { Fresh } from './fresh.ts';

/** A call that fails once and comes through a moment later is not worth a word. */
const quietMs = 3000;

/** Since when something is not known, plant time: what there was then may not be all by now. Null while it can be read. */
export const useUnknownSince = ({ atMs, why }: Fresh): number | null => {
  const fails = why !== null;
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!fails) return setLasts(false);
    const timer = setTimeout(() => setLasts(true), quietMs);
    return () => clearTimeout(timer);
  }, [fails]);
  return fails && lasts ? atMs : null;
};
