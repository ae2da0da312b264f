import { useEffect, useState } from 'react';
import { useConnection, useServices } from './services.ts';

/** A connection that comes back within this time is not worth a word. */
const quietMs = 1500;

type Link = { lost: false } | { lost: true; sinceMs: number; untilMs: number | null };

/** Whether what is shown is known now. A first connection that is being made is not lost yet. */
export const useLink = (): Link => {
  const { clock } = useServices();
  const connection = useConnection();
  const sinceMs = 'lostSinceMs' in connection ? connection.lostSinceMs : null;
  const [, wake] = useState(0);
  const quiet = sinceMs !== null && clock.now() - sinceMs < quietMs;
  useEffect(() => {
    if (!quiet) return;
    const timer = setTimeout(() => wake((n) => n + 1), quietMs);
    return () => clearTimeout(timer);
  }, [quiet]);
  if (sinceMs === null || quiet) return { lost: false };
  return { lost: true, sinceMs, untilMs: connection.state === 'waiting' ? connection.untilMs : null };
};
