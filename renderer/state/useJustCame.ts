import { useEffect, useState } from 'react';

/** Longer than a press that is under way takes, and than the two of a double click are apart. */
const calmMs = 700;
const none: ReadonlySet<string> = new Set();

/**
 * Which of these stand since a moment ago where something else stood: a press that is under way was meant for that, and nobody has read
 * them yet. What is there when all of it appears can be pressed at once.
 */
export const useJustCame = (shown: readonly string[]): ReadonlySet<string> => {
  const order = shown.join('\n');
  const [last, setLast] = useState({ order, came: none });
  if (last.order !== order) {
    const before = last.order.split('\n');
    setLast({ order, came: last.order === '' ? none : new Set(shown.filter((id, at) => before[at] !== id)) });
  }
  useEffect(() => {
    if (last.came.size === 0) return;
    const timer = setTimeout(() => setLast(({ order: now }) => ({ order: now, came: none })), calmMs);
    return () => clearTimeout(timer);
  }, [last]);
  return last.came;
};
