import { QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** What a page that waits has read stays, however long it waits: without it the page would begin anew, and what was typed in it would go. */
export const useKeptWhile = (isWaiting: boolean): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isWaiting) return;
    const leaves = queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => new QueryObserver(queryClient, { queryKey, enabled: false }).subscribe(() => undefined));
    return () => {
      for (const leave of leaves) leave();
    };
  }, [isWaiting, queryClient]);
};

/** As the browser asks a page before it is left. */
const wouldAsk = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** A page that waits is at rest and asks nothing itself: what was typed in it still keeps the window. */
export const useAskForIt = (isWaiting: boolean): void => {
  const hasUnsaved = useRef<boolean | null>(null);
  // asked while the page is still there to answer
  if (!isWaiting) hasUnsaved.current = null;
  else hasUnsaved.current ??= wouldAsk();
  const asks = hasUnsaved.current;
  useEffect(() => {
    if (!isWaiting || !asks) return;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isWaiting, asks]);
};

/** The field that had the focus before the page waited has it again afterwards. */
export const useFocusBack = (isWaiting: boolean): void => {
  const hadFocus = useRef<Element | null>(null);
  // read while the page is still seen: what is hidden has no focus
  if (!isWaiting) hadFocus.current = null;
  else hadFocus.current ??= document.activeElement;
  const before = hadFocus.current;
  useEffect(() => {
    if (!isWaiting) return;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [isWaiting, before]);
};
