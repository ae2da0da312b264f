/** What was last drawn of an id; `thing` is null where it was said not to be there. */
export type Drawn<T> = { id: string; thing: T | null };

type Asked<T> = { id: string; found: T | undefined; isComing: boolean };

/**
 * What is drawn now: what was found, else the last that was known of it. What was said not to be there stays so while its list is asked
 * again: it would flicker every few seconds, and take the focus with it. Null while it may still come.
 */
export const drawnOf = <T>(before: Drawn<T> | null, { id, found, isComing }: Asked<T>): Drawn<T> | null => {
  if (found !== undefined) return { id, thing: found };
  if (before?.id === id) return before;
  return isComing ? null : { id, thing: null };
};
