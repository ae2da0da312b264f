import { useRouter } from '@tanstack/react-router';
import { stepBack } from './stepBack.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A step that opened something beside a list, from that list. */
    fromList?: true;
  }
}

/**
 * What opens beside a list, or over it on a phone, is a step that the browser's back takes back; closing it takes the same step back, so that
 * no step without a change is left. Another one out of the list takes its place.
 */
export const useOpenStep = (isOpen: boolean) => {
  const router = useRouter();
  return {
    /** Of the navigation that opens one. */
    opening: isOpen ? ({ replace: true, state: true } as const) : ({ state: { fromList: true } } as const),
    /** @param replace closes where the address was opened as it stands, as by a link. */
    close: (replace: () => void): void => stepBack(router.history, replace),
  };
};
