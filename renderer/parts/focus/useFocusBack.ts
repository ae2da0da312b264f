import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { wayBackTo } from './wayBack.ts';

/** Its head at least: above the end of the window by so much. */
const leastPx = 120;

/** Whether its upper edge is below the bars of the frame and far enough above the end of the window. */
const isInSight = (box: HTMLElement): boolean => {
  const { top } = box.getBoundingClientRect();
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  // on a phone the page scrolls between the bars, else the window does
  const above = Math.max(Number.parseFloat(scrollPaddingTop) || 0, box.closest('main')?.getBoundingClientRect().top ?? 0);
  return top >= Math.floor(above) && top < innerHeight - leastPx;
};

const useBox = () => {
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
  const ref = useCallback((drawn: HTMLElement | null) => {
    box.current = drawn;
  }, []);
  return { box, ref };
};

/** Where it goes with the focus inside, the focus is again on what was used last outside of it, or near it. @returns the ref of what goes */
export const useWayBack = () => useBox().ref;

/**
 * The same for what opens beside or below its list: what a person opens out of sight is also scrolled to, and so is what follows another.
 * @param what names what is open
 */
export const useFocusBack = (what?: string) => {
  const { box, ref } = useBox();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what follows another in the same box is shown too
  useLayoutEffect(() => {
    box.current?.scrollTo({ top: 0 });
    // an address that is opened begins at the top of its page; browsers of before 2024 may not say whether a person has pressed anything
    if (navigator.userActivation?.isActive === false || box.current === null || isInSight(box.current)) return;
    // a tall one that begins above and ends below the window would be near enough as it is
    const isAbove = box.current.getBoundingClientRect().top < 0;
    box.current.scrollIntoView({ block: isAbove ? 'start' : 'nearest' });
  }, [what]);
  return ref;
};
