import { useBlocker } from '@tanstack/react-router';
import { openModal } from '../focus/openModal.ts';
import { words } from './words.ts';

/** What of an address opens another form on the same page: leaving one leaves what was typed in it. */
const opensAnother = ['tab', 'person', 'point', 'issuer', 'step', 'at'] as const;

/** Forms whose text this browser keeps: another one is opened without a question. */
const opensAnotherKept = ['item', 'line', 'device', 'signal'] as const;

type Place = { pathname: string; search: object };

const isAnother = (current: Place, next: Place, names: readonly string[]): boolean =>
  current.pathname !== next.pathname ||
  names.some((name) => Reflect.get(current.search, name) !== Reflect.get(next.search, name));

/**
 * Asks before a page is left whose form is not saved; also before the window closes.
 * @param isKeptNowhere what is typed is not kept in this browser either: another thing out of the same list is asked about too
 */
export const useLeaveWarning = (isDirty: boolean, isKeptNowhere = false): void => {
  const names = isKeptNowhere ? [...opensAnother, ...opensAnotherKept] : opensAnother;
  useBlocker({
    shouldBlockFn: ({ action, current, next }) => {
      if (!isDirty || !isAnother(current, next, names)) return false;
      // it closes the dialog over the page and leaves nothing
      if (action !== 'PUSH' && action !== 'REPLACE' && openModal() !== undefined) return false;
      return !window.confirm(words.leave);
    },
    enableBeforeUnload: isDirty,
  });
};
