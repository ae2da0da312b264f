import { useRef } from 'react';

/** Opens what was just made once its form knows that it is saved, so that nothing of it stays as a draft. */
export const useMade = (kind: string, open: (item: string) => void) => {
  const id = useRef<string | null>(null);
  return {
    keep: (made: { id: string; version: number }): number => {
      id.current = made.id;
      return made.version;
    },
    go: () => {
      if (id.current !== null) open(`${kind} ${id.current}`);
    },
  };
};
