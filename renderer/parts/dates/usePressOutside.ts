import { type RefObject, useEffect, useRef } from 'react';

/** While something is open, a press anywhere else closes it. */
export const usePressOutside = (root: RefObject<HTMLElement | null>, open: boolean, close: () => void): void => {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    const outside = ({ target }: PointerEvent) => {
      if (target instanceof Node && root.current?.contains(target) === false) latest.current();
    };
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, [root, open]);
};
