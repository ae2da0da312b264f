import { useSyncExternalStore } from 'react';
import { keepIn } from '../../api/keepIn.ts';

const key = 'headworks.stars';
const listeners = new Set<() => void>();
let known: ReadonlySet<string> | null = null;

const read = (): ReadonlySet<string> => {
  if (known !== null) return known;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    known = new Set(Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []);
  } catch {
    known = new Set();
  }
  return known;
};

// what another tab starred is starred here too, and stays when this one stars something
addEventListener('storage', ({ key: changed }) => {
  if (changed !== key && changed !== null) return;
  known = null;
  for (const listener of listeners) listener();
});

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Units that a person starred in this browser. */
export const useStars = (): ReadonlySet<string> => useSyncExternalStore(subscribe, read);

export const toggleStar = (unitId: string): void => {
  const next = new Set(read());
  if (!next.delete(unitId)) next.add(unitId);
  known = next;
  keepIn(localStorage, key, JSON.stringify([...next]));
  for (const listener of listeners) listener();
};
