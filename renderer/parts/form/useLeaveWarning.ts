import { useBlocker } from '@tanstack/react-router';
import { words } from './words.ts';

/** What of an address opens another form on the same page: leaving one leaves what was typed in it. */
const opensAnother = ['tab', 'person', 'point', 'issuer', 'step', 'at'] as const;

const isAnother = (current: { pathname: string; search: object }, next: { pathname: string; search: object }): boolean =>
  current.pathname !== next.pathname ||
  opensAnother.some((name) => Reflect.get(current.search, name) !== Reflect.get(next.search, name));

/** Asks before a page is left whose form is not saved; also before the window closes. */
export const useLeaveWarning = (isDirty: boolean): void => {
  useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && isAnother(current, next) && !window.confirm(words.leave),
    enableBeforeUnload: isDirty,
  });
};
