import { useEffect, useState } from 'react';

/** About what a slow PC draws within a frame or two. */
const rowsAtOnce = 80;

/** So many rows of all may be drawn by now: some more with each frame, so that a long page answers keys and clicks while it comes. */
export const useRowsSoFar = (total: number): number => {
  const [rows, setRows] = useState(rowsAtOnce);
  useEffect(() => {
    if (rows >= total) return;
    const frame = requestAnimationFrame(() => setRows(rows + rowsAtOnce));
    return () => cancelAnimationFrame(frame);
  }, [rows, total]);
  return Math.min(rows, total);
};

/** The first of each of the lists, one list after the other, with so many rows together at least; a list of none is left out. */
export const firstRows = <T, L extends { units: readonly T[] }>(
  lists: readonly L[],
  rows: number,
  rowsOf: (unit: T) => number = () => 1,
): L[] => {
  let left = rows;
  return lists.flatMap((list) => {
    const units = list.units.filter((unit) => {
      const isDrawn = left > 0;
      left -= rowsOf(unit);
      return isDrawn;
    });
    return units.length === 0 ? [] : [{ ...list, units }];
  });
};
