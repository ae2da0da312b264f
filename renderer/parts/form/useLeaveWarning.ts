import { useBlocker } from '@tanstack/react-router';
import { words } from './words.ts';

/** Asks before a page is left whose form is not saved; also before the window closes. */
export const useLeaveWarning = (isDirty: boolean): void => {
  useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname && !window.confirm(words.leave),
    enableBeforeUnload: isDirty,
  });
};
