import { useSyncExternalStore } from 'react';

type Watched = { isMet: () => boolean; subscribe: (listener: () => void) => () => void };

/** One list of the browser's a query: asking for it anew at each drawing of a page cost as much as the drawing of a figure. */
const watched = new Map<string, Watched>();
const watch = (query: string): Watched => {
  const known = watched.get(query);
  if (known !== undefined) return known;
  const list = matchMedia(query);
  const made: Watched = {
    isMet: () => list.matches,
    subscribe: (listener) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
  };
  watched.set(query, made);
  return made;
};

/** Whether the window is as the media query says, now and whenever that changes. */
export const useMedia = (query: string): boolean => {
  const { subscribe, isMet } = watch(query);
  return useSyncExternalStore(subscribe, isMet);
};
