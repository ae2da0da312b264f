import { useRef } from 'react';

/** Opens a new item after its form has been marked as saved, so that no draft of it remains. */
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
