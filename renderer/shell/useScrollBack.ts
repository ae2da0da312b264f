import { useElementScrollRestoration, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** What is asked for again has come by then. */
const longestMs = 15_000;
/** A page whose length has not changed for so long is whole: what comes above the place would move it away again. */
const restMs = 1500;
/** A person who does one of these looks at something else now. */
const hands = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

const isAt = (scroller: Element, top: number): boolean => {
  if (Math.abs(scroller.scrollTop - top) > 1) scroller.scrollTo({ top });
  return Math.abs(scroller.scrollTop - top) <= 1;
};

/** Scrolls to a place again and again until it is reached and stays. @returns what ends it */
const follow = (scroller: Element, top: number): (() => void) => {
  const untilMs = performance.now() + longestMs;
  let [length, changedMs, placed] = [0, 0, scroller.scrollTop];
  let frame = requestAnimationFrame(function step(nowMs) {
    const isLonger = scroller.scrollHeight !== length;
    if (isLonger) [length, changedMs] = [scroller.scrollHeight, nowMs];
    // moved by a person at the scrollbar, of which no other event comes
    else if (Math.abs(scroller.scrollTop - placed) > 1) return stop();
    const isWhole = nowMs - changedMs > restMs;
    if ((isAt(scroller, top) && isWhole) || nowMs > untilMs) return stop();
    placed = scroller.scrollTop;
    frame = requestAnimationFrame(step);
  });
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const hand of hands) removeEventListener(hand, stop, true);
  };
  for (const hand of hands) addEventListener(hand, stop, { capture: true, passive: true });
  return stop;
};

/**
 * On the way back the router scrolls to where one was, once. A page that asks for its figures again is still too short then: it is scrolled
 * further as it grows, until a person does something.
 */
export const useScrollBack = () => {
  const { history } = useRouter();
  // a page that is loaded again is such a step too
  const isOnWay = useRef(true);
  useEffect(
    () =>
      history.subscribe(({ action }) => {
        isOnWay.current = action.type !== 'PUSH' && action.type !== 'REPLACE';
      }),
    [history],
  );
  const step = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key });
  // on a phone the page scrolls between the bars, else the window does
  const inMain = useElementScrollRestoration({ id: 'page' })?.scrollY ?? 0;
  const ofWindow = useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step; where it was is noted anew all the time
  useEffect(() => {
    if (!isOnWay.current) return;
    const scroller = inMain > 0 ? document.querySelector('main') : document.scrollingElement;
    const top = inMain > 0 ? inMain : ofWindow;
    return top > 0 && scroller !== null ? follow(scroller, top) : undefined;
  }, [step]);
};
