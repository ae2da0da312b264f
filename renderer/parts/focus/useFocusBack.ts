import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { wayBackTo } from './wayBack.ts';

/**
 * For what opens beside its list: where it goes with the focus inside, the focus is again on what was used last outside of it, or near it.
 * @returns the ref of what goes
 */
export const useFocusBack = () => {
  const box = useRef<HTMLElement>(null);
  // before a field of its own takes the focus
  const [opener] = useState(() => wayBackTo(document.activeElement));
  const outside = useRef(opener);
  useLayoutEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      if (target instanceof Element && box.current?.contains(target) === false) outside.current = wayBackTo(target);
    };
    document.addEventListener('focusin', follow);
    return () => {
      document.removeEventListener('focusin', follow);
      if (!box.current?.contains(document.activeElement)) return;
      const back = outside.current;
      back.toItself();
      // on a phone the list is not drawn before what was over it has gone
      queueMicrotask(() => {
        if (document.activeElement === document.body) back.orNear();
        back.show();
      });
    };
  }, []);
  return useCallback((drawn: HTMLElement | null) => {
    box.current = drawn;
  }, []);
};
