import { useCallback, useEffect, useRef } from 'react';

/**
 * Holds keys between the opening of the search and its first picture, whose file may be on its way: they are meant for its field, and
 * none of them is a key of the panel or of a page (`a` acknowledges), or presses or moves what has the focus. Escape gives the search up.
 * @returns gives what was typed, once, and holds no more
 */
export const useTypedAhead = (open: boolean, onGivenUp: () => void): (() => string) => {
  const typed = useRef('');
  const holds = useRef(false);
  const giveUp = useRef(onGivenUp);
  giveUp.current = onGivenUp;
  useEffect(() => {
    holds.current = open && document.querySelector('dialog[open]') === null;
    typed.current = '';
    if (!open) return;
    const press = (event: KeyboardEvent) => {
      if (!holds.current || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') giveUp.current();
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if ([...event.key].length === 1) typed.current += event.key;
      else if (event.key !== 'Enter' && !event.key.startsWith('Arrow')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [open]);
  return useCallback(() => {
    holds.current = false;
    const ahead = typed.current;
    typed.current = '';
    return ahead;
  }, []);
};
